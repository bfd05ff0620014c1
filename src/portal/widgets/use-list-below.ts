import type { ComboboxProps } from '@mantine/core'
import { isPhone, useIsPhone } from '../ui/use-is-phone.ts'

/** Fields lower than this part of the window are moved up: the keyboard takes the lower half. */
const UPPER_PART = 0.4
/** Pixels; a longer list scrolls. */
const MAX_HEIGHT = 280

/**
 * Props of a list of options. On a phone it opens below its field, as high as there is room: above, it would cover the field's label and the
 * fields before it. A field in the lower part of the window is moved up first.
 */
export function useListBelow(): ComboboxProps {
  return useIsPhone() ? { position: 'bottom-start', floatingHeight: 'viewport', middlewares: { size: { apply: limitHeight } }, onOpen: moveUp } : {}
}

type Place = { availableHeight: number; elements: { floating: HTMLElement } }

/** The variable is what Mantine's stylesheet reads. */
function limitHeight({ availableHeight, elements: { floating } }: Place): void {
  floating.style.setProperty('--combobox-floating-max-height', `${Math.min(availableHeight, MAX_HEIGHT)}px`)
}

function moveUp(): void {
  const field = document.activeElement?.closest('.mantine-InputWrapper-root')
  if (isPhone() && field && field.getBoundingClientRect().top > window.innerHeight * UPPER_PART) field.scrollIntoView({ block: 'start' })
}
