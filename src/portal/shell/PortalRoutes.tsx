import { lazy, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useParams, useRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import type { BootstrapAnswer } from '../../contract/index.ts'
import { COMPANY_PARAMETER } from '../../contract/index.ts'
import { HomePage } from '../pages/home/HomePage.tsx'
import { NotFoundPage } from '../pages/not-found/NotFoundPage.tsx'
import { defaultPage, presentPath } from './links.ts'
import { firstPath } from './menu-path.ts'
import { usePortal } from './portal-context.ts'
import { SCREENS } from './screens.ts'
import { RedirectTo } from '../navigation/RedirectTo.tsx'

const NotificationsPage = lazy(() => import('../pages/notifications/NotificationsPage.tsx').then((module) => ({ default: module.NotificationsPage })))
const ForeignLink = lazy(() => import('./company/ForeignLink.tsx').then((module) => ({ default: module.ForeignLink })))
const SecurityPage = lazy(() => import('../pages/security/SecurityPage.tsx').then((module) => ({ default: module.SecurityPage })))

/** The screen at the address, from the pages that the manifests declare. */
export function PortalRoutes() {
  const { bootstrap, company } = usePortal()
  const { pathname, search } = useLocation()
  const routes = useMemo(() => routesOf(bootstrap), [bootstrap])
  const screen = useRoutes(routes)
  const query = new URLSearchParams(search)
  const wanted = query.get(COMPANY_PARAMETER)
  if (wanted === null) return screen
  query.delete(COMPANY_PARAMETER)
  const path = query.size === 0 ? pathname : `${pathname}?${query.toString()}`
  return wanted === company.code ? <RedirectTo to={path} /> : <ForeignLink company={wanted} path={path} />
}

function routesOf(bootstrap: BootstrapAnswer): RouteObject[] {
  const pages = Object.values(bootstrap.pages).flatMap((page): RouteObject[] => {
    const Component = SCREENS[page.screen]
    // Keyed by page, so that two lists are two screens rather than one that changes.
    return Component ? [{ path: page.path, element: <PresentType path={page.path}><Component key={page.id} page={page} /></PresentType> }] : []
  })
  const redirects = Object.entries(bootstrap.redirects).map(([from, to]): RouteObject => ({ path: from, element: <Redirect to={to} /> }))
  return [
    { path: '/', element: <First /> },
    ...pages,
    ...redirects,
    { path: '/notifications', element: <NotificationsPage /> },
    { path: '/security', element: <SecurityPage /> },
    ...(['list', 'card', 'document'] as const).map((screen): RouteObject => {
      const { path } = defaultPage(screen, ':type')
      return { path, element: <PresentType path={path}><Records screen={screen} /></PresentType> }
    }),
    { path: '*', element: <NotFoundPage /> },
  ]
}

function Redirect({ to }: { to: string }) {
  const { search } = useLocation()
  return <RedirectTo to={to.includes('?') ? to : to + search} />
}

/** Redirects an address with an earlier id of a type to the current id, so that mails and bookmarks keep working. */
function PresentType({ path, children }: { path: string; children: ReactNode }) {
  const { bootstrap } = usePortal()
  const { search } = useLocation()
  const present = presentPath(bootstrap, path, useParams())
  return present === undefined ? children : <RedirectTo to={present + search} />
}

/** List, card and printed forms of a type that declares no pages of its own. */
function Records({ screen }: { screen: 'list' | 'card' | 'document' }) {
  const { bootstrap } = usePortal()
  const { type = '', print } = useParams()
  const Component = SCREENS[screen]
  if (!Component || !bootstrap.types[type]) return <NotFoundPage />
  return <Component key={`${screen}:${type}`} page={defaultPage(screen, type, print)} />
}

/** `/` redirects to the user's home page if the modules declare one; otherwise to the first page of their menu. */
function First() {
  const { bootstrap } = usePortal()
  const path = bootstrap.home ?? firstPath(bootstrap.menu, bootstrap.pages)
  return path === undefined ? <HomePage /> : <RedirectTo to={path} />
}
