import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { Tip } from '../../ui/Tip.tsx'

/** Switches between light and dark colours. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const next = scheme === 'dark' ? 'light' : 'dark'
  const label = next === 'dark' ? t('Dark colours') : t('Light colours')
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon name={next === 'dark' ? 'moon' : 'sun'} size={20} />
      </ActionIcon>
    </Tip>
  )
}
