import { ActionIcon, Popover, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../../core/index.ts'
import { Icon, ICON_NAMES } from '../../../ui/icons.tsx'
import classes from './Packages.module.css'

interface IconPickerProps { label: string; icon: string | undefined; /** The icon shown if none is chosen. */ declared: string | undefined; onChange: (icon: string | undefined) => void }

/** The icon of an entry; a click opens the portal's icons, searchable by name. */
export function IconPicker({ label, icon, declared, onChange }: IconPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const shown = icon ?? declared
  const found = ICON_NAMES.filter((name) => name.includes(search.trim().toLowerCase()))
  const choose = (name: string) => {
    onChange(name === declared ? undefined : name)
    setIsOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" width={292} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Icon of {label}: {icon}', { label, icon: shown ?? t('none') })} aria-expanded={isOpen} onClick={() => { setSearch(''); setIsOpen(!isOpen) }}><Icon name={shown} /></ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput aria-label={t('Find an icon')} placeholder={t('Find an icon')} size="sm" mb="xs" value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
        <SimpleGrid cols={6} spacing={6} verticalSpacing={6} className={classes.icons ?? ''}>
          {found.map((name) => <ActionIcon key={name} variant={name === shown ? 'filled' : 'subtle'} color={name === shown ? 'primary' : 'gray'} size={36} title={name} aria-label={name} aria-pressed={name === shown} onClick={() => choose(name)}><Icon name={name} /></ActionIcon>)}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  )
}
