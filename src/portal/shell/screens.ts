import type { QueryClient } from '@tanstack/react-query'
import type { BootstrapAnswer } from '../../contract/index.ts'
import { manifestQuery } from '../api/queries.ts'
import { fetched, type Fetched } from '../ui/fetched.tsx'
import type { ScreenProps } from './Screen.tsx'
import { placeAt, type Address } from './trail.ts'

/** The engine's screens by the name that a page declares as its `screen`. */
export const SCREENS: Record<string, Fetched<ScreenProps>> = {
  list: fetched(() => import('../pages/list/ListPage.tsx').then((module) => module.fetchListPage())),
  card: fetched(() => import('../pages/card/CardPage.tsx').then((module) => module.CardPage)),
  wizard: fetched(() => import('../pages/wizard/WizardPage.tsx').then((module) => module.WizardPage)),
  document: fetched(() => import('../pages/document/DocumentPage.tsx').then((module) => module.DocumentPage)),
  file: fetched(() => import('../pages/file/FilePage.tsx').then((module) => module.FilePage)),
  balances: fetched(() => import('../pages/balances/BalancesPage.tsx').then((module) => module.BalancesPage)),
  statement: fetched(() => import('../pages/statement/StatementPage.tsx').then((module) => module.StatementPage)),
  approvals: fetched(() => import('../pages/approvals/ApprovalsPage.tsx').then((module) => module.ApprovalsPage)),
  approval: fetched(() => import('../pages/approval/ApprovalPage.tsx').then((module) => module.ApprovalPage)),
  settings: fetched(() => import('../pages/settings/SettingsPage.tsx').then((module) => module.SettingsPage)),
  dashboard: fetched(() => import('../pages/dashboard/DashboardPage.tsx').then((module) => module.DashboardPage)),
  users: fetched(() => import('../pages/users/UsersPage.tsx').then((module) => module.UsersPage)),
  user: fetched(() => import('../pages/users/account/AccountPage.tsx').then((module) => module.AccountPage)),
  'sign-ins': fetched(() => import('../pages/sign-in-log/SignInLogPage.tsx').then((module) => module.SignInLogPage)),
  outbox: fetched(() => import('../pages/outbox/OutboxPage.tsx').then((module) => module.OutboxPage)),
  overlays: fetched(() => import('../pages/overlays/OverlaysPage.tsx').then((module) => module.OverlaysPage)),
}

/**
 * Fetches what the screen at an address needs before it can be drawn: its code and the manifest of its type. Never rejects: the screen
 * reports what is missing.
 */
export async function fetchScreen(client: QueryClient, { pages, types, home }: Pick<BootstrapAnswer, 'pages' | 'types' | 'home'>, { pathname, search }: Address): Promise<void> {
  const place = placeAt(pages, { pathname: pathname === '/' && home !== null ? home : pathname, search })
  const manifest = types[place?.type ?? '']?.manifest
  await Promise.allSettled([SCREENS[place?.page.screen ?? '']?.fetch(), manifest === undefined ? undefined : client.ensureQueryData(manifestQuery(manifest))])
}
