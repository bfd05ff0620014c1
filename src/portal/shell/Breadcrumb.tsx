import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { t } from '../../core/index.ts'
import type { ClientManifest } from '../../contract/index.ts'
import type { ResolvedMenuEntry } from '../../core/index.ts'
import { manifestQuery } from '../api/queries.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './Breadcrumb.module.css'
import { cardPath, listPath } from './links.ts'
import { menuPath } from './menu-path.ts'
import { usePortal, type Portal } from './portal-context.ts'
import { rememberRecord } from './recent.ts'
import { ACCOUNT_SCREENS, placeAt, type Place } from './trail.ts'

interface Crumb { title: string; path?: string | undefined }

/** Where the screen is, from the home page on; on a phone only the way back. Nothing on the home page itself. */
export function Breadcrumb({ chain }: { chain: ResolvedMenuEntry[] }) {
  const portal = usePortal()
  const { pathname, search } = useLocation()
  const { pages, types, home } = portal.bootstrap
  const place = useMemo(() => placeAt(pages, { pathname, search }), [pages, pathname, search])
  const hash = place?.type === undefined ? undefined : types[place.type]?.manifest
  const { data: manifest } = useQuery({ ...manifestQuery(hash ?? ''), enabled: hash !== undefined })
  useRemembered(portal, place, manifest)
  const own = ACCOUNT_SCREENS[pathname] ?? (place?.page.screen === 'statement' ? portal.caption(place.page.title ?? { text: '' }) : undefined)
  if (pathname === home || (!place && own === undefined)) return null
  const crumbs = own !== undefined ? [{ title: t('Account') }, { title: own }] : crumbsOf(portal, chain, place, manifest)
  const back = crumbs.slice(0, -1).findLast(({ path }) => path !== undefined) ?? (home === null ? undefined : { title: t('Home'), path: home })
  return (
    <nav className={classes.root} aria-label={t('Breadcrumb')}>
      <ol className={classes.trail}>
        {home !== null && <li><Link to={home} aria-label={t('Home')} title={t('Home')} className={classes.home}><Icon name="home" size={16} /></Link></li>}
        {crumbs.map(({ title, path }, index) => {
          const isLast = index === crumbs.length - 1
          return <li key={title} aria-current={isLast ? 'page' : undefined}>{path === undefined || isLast ? <span>{title}</span> : <Link to={path}>{title}</Link>}</li>
        })}
      </ol>
      {back?.path !== undefined && <Link to={back.path} className={classes.back}><Icon name="chevron-left" size={16} />{back.title}</Link>}
    </nav>
  )
}

/** Remembers the record that is open, for the search. */
function useRemembered({ user, company, bootstrap, titleOf }: Portal, place: Place | undefined, manifest: ClientManifest | undefined): void {
  const key = place?.key
  const type = place?.type
  const title = manifest && manifest.id === type ? titleOf(manifest).one : undefined
  useEffect(() => {
    if (key !== undefined && type !== undefined && title !== undefined) rememberRecord(user.id, company.code, { path: cardPath(bootstrap.pages, type, key), key, title })
  }, [key, type, title, user.id, company.code, bootstrap.pages])
}

/** The entries of the menu, the record, and what the screen shows of it. */
function crumbsOf({ bootstrap, caption, titleOf }: Portal, chain: ResolvedMenuEntry[], place: Place | undefined, manifest: ClientManifest | undefined): Crumb[] {
  const { pages } = bootstrap
  const entries: Crumb[] = chain.map((entry) => ({ title: caption(entry.title), path: menuPath(entry, pages) }))
  if (!place) return entries
  const { page, type } = place
  const isEntry = chain.at(-1)?.page === page.id || page.screen === 'list'
  const list = entries.length > 0 || type === undefined || !manifest ? [] : [{ title: titleOf(manifest).many, path: listPath(pages, type) }]
  if (isEntry) return [...entries, ...list]
  const record = recordCrumb(place, manifest && titleOf(manifest).new, pages)
  const part = partOf(place, manifest) ?? (record || entries.length === 0 ? undefined : page.title && caption(page.title))
  return [...entries, ...list, ...(record ? [record] : []), ...(part === undefined ? [] : [{ title: part }])]
}

function recordCrumb({ page, type, key }: Place, titleOfNew: string | undefined, pages: Portal['bootstrap']['pages']): Crumb | undefined {
  if (type === undefined) return undefined
  if (key !== undefined) return { title: key, path: page.screen === 'approval' ? undefined : cardPath(pages, type, key) }
  return ['card', 'wizard'].includes(page.screen) && page.view === undefined && titleOfNew !== undefined ? { title: titleOfNew } : undefined
}

/** The view of the card, or the printed form. */
function partOf({ page }: Place, manifest: ClientManifest | undefined): string | undefined {
  if (page.view !== undefined) return manifest?.card.views[page.view]?.title
  if (page.screen !== 'document') return undefined
  return manifest?.print[page.print ?? '']?.title ?? t('Print')
}
