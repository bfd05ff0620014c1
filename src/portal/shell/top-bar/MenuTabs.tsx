import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { firstPath } from '../menu-path.ts'
import { usePortal } from '../portal-context.ts'
import { useScrollRow } from '../../ui/use-scroll-row.ts'
import classes from './TopBar.module.css'

/** The main menu as tabs too, for users who come from an ERP. Omits entries that have their own button in the top bar. */
export function MenuTabs({ menu, chain }: { menu: ResolvedMenuEntry[]; chain: ResolvedMenuEntry[] }) {
  const { bootstrap, caption } = usePortal()
  const tabs = menu.flatMap((entry) => {
    const path = firstPath([entry], bootstrap.pages)
    return path === undefined || entry.topBar !== undefined ? [] : [{ id: entry.id, title: caption(entry.title), path, isHere: chain.includes(entry) }]
  })
  const row = useScrollRow(tabs.find(({ isHere }) => isHere)?.id ?? '')
  return (
    <nav ref={row} className={`dirisha-scroll-row ${classes.tabs ?? ''}`} aria-label={t('Main menu tabs')}>
      {tabs.map(({ id, title, path, isHere }) => <Link key={id} to={path} className={classes.tab ?? ''} aria-current={isHere ? 'page' : undefined}>{title}</Link>)}
    </nav>
  )
}
