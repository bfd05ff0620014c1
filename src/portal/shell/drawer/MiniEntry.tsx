import { UnstyledButton } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { Tip } from '../../ui/Tip.tsx'
import { menuPath } from '../menu-path.ts'
import { OnDemand } from '../on-demand.tsx'
import { usePortal } from '../portal-context.ts'
import { Queue } from './Queue.tsx'
import classes from './Drawer.module.css'

const load = () => import('../menus.ts').then(({ LinksMenu }) => LinksMenu)

/** An icon with its caption as a tooltip; child entries open beside it. */
export function MiniEntry({ entry, chain }: { entry: ResolvedMenuEntry; chain: ResolvedMenuEntry[] }) {
  const { bootstrap, caption } = usePortal()
  const title = caption(entry.title)
  const path = menuPath(entry, bootstrap.pages)
  const isHere = chain.includes(entry) || undefined
  const icon = <><Icon name={entry.icon} fallback="folder" size={22} /><Queue entry={entry} /></>
  if (entry.subs.length > 0) {
    return <OnDemand load={load} rest={{ title, entries: entry.subs }} button={<UnstyledButton className={classes.mini ?? ''} aria-label={title} title={title} data-active={isHere}>{icon}</UnstyledButton>} />
  }
  if (path === undefined) return null
  return <Tip label={title} position="right"><Link to={path} className={classes.mini} aria-label={title} aria-current={isHere && 'page'} data-active={isHere}>{icon}</Link></Tip>
}
