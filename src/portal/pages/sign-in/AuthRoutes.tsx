import { Anchor } from '@mantine/core'
import { lazy } from 'react'
import { Link, useRoutes } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { ACTIVATE, RESET, SIGN_UP } from './link-requests.ts'
import { SignInPage } from './SignInPage.tsx'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'

// The sign-in page is bundled with the routes; pages that few people need are loaded on demand.
const CodePage = lazy(() => import('./CodePage.tsx').then((module) => ({ default: module.CodePage })))
const DecidePage = lazy(() => import('./DecidePage.tsx').then((module) => ({ default: module.DecidePage })))
const LinkRequestPage = lazy(() => import('./LinkRequestPage.tsx').then((module) => ({ default: module.LinkRequestPage })))
const ProviderReturnPage = lazy(() => import('./ProviderReturnPage.tsx').then((module) => ({ default: module.ProviderReturnPage })))
const SetPasswordPage = lazy(() => import('./SetPasswordPage.tsx').then((module) => ({ default: module.SetPasswordPage })))

const signUp = <Anchor component={Link} to="/auth/signup">{t('Sign up')}</Anchor>
const activate = <Anchor component={Link} to="/auth/activate">{t('Activate')}</Anchor>

const ROUTES = [
  { path: 'login', element: <SignInPage /> },
  { path: 'oidc', element: <ProviderReturnPage /> },
  { path: 'verify/otp', element: <CodePage /> },
  // Keyed, so that input and messages of one page do not appear on the next.
  { path: 'reset', element: <LinkRequestPage key="reset" request={RESET} /> },
  { path: 'activate', element: <LinkRequestPage key="activate" request={ACTIVATE} more={signUp} /> },
  { path: 'signup', element: <LinkRequestPage key="signup" request={SIGN_UP} more={activate} /> },
  { path: 'setPassword/:token', element: <SetPasswordPage /> },
  { path: 'decide/:token', element: <DecidePage /> },
  { path: '*', element: <RedirectTo to="/auth/login" /> },
]

/** The pages for users who are not signed in. */
export function AuthRoutes() {
  return <LazyBoundary>{useRoutes(ROUTES)}</LazyBoundary>
}
