import { NavLink, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { menuPath, NEW_TAB } from '../menu-path.ts'
import { usePortal } from '../portal-context.ts'
import { Queue } from './Queue.tsx'
import classes from './Drawer.module.css'

interface EntryProps { entry: ResolvedMenuEntry; depth: number; /** The entries that lead to the current screen. */ chain: ResolvedMenuEntry[]; onOpenSide?: (entry: ResolvedMenuEntry) => void }

/** A link of the drawer, or a heading with links below it. */
export function Entry({ entry, depth, chain, onOpenSide }: EntryProps) {
  const { bootstrap, caption } = usePortal()
  const isHere = chain.includes(entry)
  const icon = depth === 0 ? <Icon name={entry.icon} fallback="folder" size={20} /> : <span className={classes.dot} />
  const shared = { label: <span className={classes.label}>{caption(entry.title)}</span>, leftSection: icon, className: classes.link ?? '' }
  if (entry.subs.length > 0 && entry.hasSideLinks && onOpenSide) {
    return (
      <NavLink {...shared} component="button" type="button" data-side={entry.id} data-within={isHere || undefined} aria-haspopup="menu" onClick={() => onOpenSide(entry)}
        rightSection={<Icon name="arrow-right" size={15} />} />
    )
  }
  if (entry.subs.length > 0) return <Group entry={entry} depth={depth} chain={chain} shared={shared} />
  if (entry.url !== undefined) return <NavLink {...shared} component="a" href={entry.url} {...NEW_TAB} rightSection={<><Icon name="external-link" size={14} /><VisuallyHidden>{t('(opens in a new tab)')}</VisuallyHidden></>} />
  const path = menuPath(entry, bootstrap.pages)
  if (path === undefined) return null
  return <NavLink {...shared} component={Link} to={path} active={isHere} aria-current={isHere ? 'page' : undefined} rightSection={<Queue entry={entry} />} />
}

function Group({ entry, depth, chain, shared }: Omit<EntryProps, 'onOpenSide'> & { shared: object }) {
  const isHere = chain.includes(entry)
  const [isOpen, setOpen] = useState(isHere)
  // Arriving at a page opens the entry that contains it; leaving closes nothing.
  useEffect(() => {
    if (isHere) setOpen(true)
  }, [isHere])
  return (
    <NavLink {...shared} component="button" type="button" opened={isOpen} onChange={setOpen} aria-expanded={isOpen} childrenOffset={0}
      rightSection={<>{!isOpen && <Queue entry={entry} />}<Icon name="chevron-right" size={15} {...(classes.turning ? { className: classes.turning } : {})} /></>} disableRightSectionRotation data-within={(!isOpen && isHere) || undefined}>
      {entry.subs.map((sub) => <Entry key={sub.id} entry={sub} depth={depth + 1} chain={chain} />)}
    </NavLink>
  )
}
