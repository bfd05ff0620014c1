/** The currency before an amount, as props of a Mantine input. */
export const currencySection = (currency: string) => ({ leftSection: <span aria-hidden="true">{currency}</span>, leftSectionWidth: 52 })

/** How it looks: beside the number, not part of it. */
export const SECTION_STYLE = { fontSize: 'var(--mantine-font-size-xs)', color: 'var(--mantine-color-dimmed)' }
