import { lazy, useMemo } from 'react'
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react'
import { useLocation, useParams, useRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import type { BootstrapAnswer } from '../../contract/index.ts'
import { COMPANY_PARAMETER } from '../../contract/index.ts'
import { HomePage } from '../pages/home/HomePage.tsx'
import { NotFoundPage } from '../pages/not-found/NotFoundPage.tsx'
import { defaultPage, presentPath } from './links.ts'
import { firstPath } from './menu-path.ts'
import { usePortal } from './portal-context.ts'
import type { ScreenProps } from './Screen.tsx'
import { RedirectTo } from '../navigation/RedirectTo.tsx'

type ScreenComponent = LazyExoticComponent<ComponentType<ScreenProps>>

/** The engine's screens by the name that a page declares as its `screen`. */
const SCREENS: Record<string, ScreenComponent> = {
  list: lazy(() => import('../pages/list/ListPage.tsx').then((module) => ({ default: module.ListPage }))),
  card: lazy(() => import('../pages/card/CardPage.tsx').then((module) => ({ default: module.CardPage }))),
  document: lazy(() => import('../pages/document/DocumentPage.tsx').then((module) => ({ default: module.DocumentPage }))),
  statement: lazy(() => import('../pages/statement/StatementPage.tsx').then((module) => ({ default: module.StatementPage }))),
  approvals: lazy(() => import('../pages/approvals/ApprovalsPage.tsx').then((module) => ({ default: module.ApprovalsPage }))),
  approval: lazy(() => import('../pages/approval/ApprovalPage.tsx').then((module) => ({ default: module.ApprovalPage }))),
  settings: lazy(() => import('../pages/settings/SettingsPage.tsx').then((module) => ({ default: module.SettingsPage }))),
  dashboard: lazy(() => import('../pages/dashboard/DashboardPage.tsx').then((module) => ({ default: module.DashboardPage }))),
  users: lazy(() => import('../pages/users/UsersPage.tsx').then((module) => ({ default: module.UsersPage }))),
  user: lazy(() => import('../pages/users/account/AccountPage.tsx').then((module) => ({ default: module.AccountPage }))),
  'sign-ins': lazy(() => import('../pages/sign-in-log/SignInLogPage.tsx').then((module) => ({ default: module.SignInLogPage }))),
  outbox: lazy(() => import('../pages/outbox/OutboxPage.tsx').then((module) => ({ default: module.OutboxPage }))),
  overlays: lazy(() => import('../pages/overlays/OverlaysPage.tsx').then((module) => ({ default: module.OverlaysPage }))),
}

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
    { path: '/records/:type', element: <PresentType path="/records/:type"><Records screen="list" /></PresentType> },
    { path: '/records/:type/card/:key?', element: <PresentType path="/records/:type/card/:key?"><Records screen="card" /></PresentType> },
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

/** List and card of a type that declares no pages of its own. */
function Records({ screen }: { screen: 'list' | 'card' }) {
  const { bootstrap } = usePortal()
  const { type = '' } = useParams()
  const Component = SCREENS[screen]
  if (!Component || !bootstrap.types[type]) return <NotFoundPage />
  return <Component key={`${screen}:${type}`} page={defaultPage(screen, type)} />
}

/** `/` redirects to the user's home page if the modules declare one; otherwise to the first page of their menu. */
function First() {
  const { bootstrap } = usePortal()
  const path = bootstrap.home ?? firstPath(bootstrap.menu, bootstrap.pages)
  return path === undefined ? <HomePage /> : <RedirectTo to={path} />
}
