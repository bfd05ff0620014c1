import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ResolvedPage } from '../../../core/index.ts'
import { pathTo } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useScrollRow } from '../../ui/use-scroll-row.ts'
import classes from './ListTabs.module.css'

/** Tabs for lists that belong together, each with its own address. */
export function PageTabs({ page, tabs }: { page: ResolvedPage; tabs: Record<string, string> }) {
  const { bootstrap } = usePortal()
  const row = useScrollRow(page.id)
  const open = Object.entries(tabs).flatMap(([id, title]) => {
    const one = bootstrap.pages[id]
    return one === undefined ? [] : [{ page: one, title }]
  })
  if (open.length < 2) return null
  return (
    <nav ref={row} className={`dirisha-scroll-row ${classes.tabs ?? ''}`} aria-label={t('Lists')}>
      {open.map((one) => <Link key={one.page.id} className={classes.tab ?? ''} to={pathTo(one.page)} aria-current={one.page.id === page.id ? 'page' : undefined}>{one.title}</Link>)}
    </nav>
  )
}
