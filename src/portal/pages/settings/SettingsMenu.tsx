import { NativeSelect, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './Settings.module.css'
import type { SettingPage } from './setting-pages.ts'

interface SettingsMenuProps {
  pages: readonly SettingPage[]
  /** The name of the page on screen; undefined while a search shows settings of several. */
  current: string | undefined
  /** The number of unsaved changes by page. */
  changes: Readonly<Record<string, number>>
  /** Pages with a value that was refused. */
  wrong: ReadonlySet<string>
  addressOf: (page: string) => string
  onChoose: (page: string) => void
}

/** The pages of the settings: links at the side, a select on a phone. */
export function SettingsMenu({ pages, current, changes, wrong, addressOf, onChoose }: SettingsMenuProps) {
  const isPhone = useIsPhone()
  if (isPhone) {
    const options = pages.map(({ name, title }) => ({ value: name, label: `${title}${mark(changes[name], wrong.has(name))}` }))
    return <NativeSelect aria-label={t('Group of settings')} data={current === undefined ? [{ value: '', label: t('All groups') }, ...options] : options} value={current ?? ''} onChange={({ currentTarget: { value } }) => onChoose(value)} />
  }
  return (
    <nav className={classes.menu} aria-label={t('Groups of settings')}>
      {pages.map(({ name, title }) => (
        <Link key={name} to={addressOf(name)} className={classes.entry ?? ''} aria-current={name === current ? 'page' : undefined} data-group={name}>
          <span className={classes.entryTitle}>{title}</span>
          {wrong.has(name) && <Text span size="xs" c="var(--dirisha-danger-fg)">{t('check')}</Text>}
          {(changes[name] ?? 0) > 0 && <span className={classes.count} aria-label={t({ one: '{count} change', other: '{count} changes' }, { count: changes[name] ?? 0 })}>{changes[name]}</span>}
        </Link>
      ))}
    </nav>
  )
}

function mark(count: number | undefined, isWrong: boolean): string {
  if (isWrong) return ' (check)'
  return count === undefined || count === 0 ? '' : ` (${count})`
}
