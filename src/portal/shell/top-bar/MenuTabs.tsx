import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { firstPath } from '../menu-path.ts'
import { usePortal } from '../portal-context.ts'
import classes from './TopBar.module.css'

/** The main menu as tabs too, for users who come from an ERP. Omits entries that have their own button in the top bar. */
export function MenuTabs({ menu, chain }: { menu: ResolvedMenuEntry[]; chain: ResolvedMenuEntry[] }) {
  const { bootstrap, caption } = usePortal()
  const tabs = menu.flatMap((entry) => {
    const path = firstPath([entry], bootstrap.pages)
    return path === undefined || entry.topBar !== undefined ? [] : [{ id: entry.id, title: caption(entry.title), path, isHere: chain.includes(entry) }]
  })
  return (
    <nav className={classes.tabs} aria-label={t('Main menu tabs')}>
      {tabs.map(({ id, title, path, isHere }) => <Link key={id} to={path} className={classes.tab ?? ''} aria-current={isHere ? 'page' : undefined}>{title}</Link>)}
    </nav>
  )
}
