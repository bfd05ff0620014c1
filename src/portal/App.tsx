import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { lazy, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { t } from '../core/index.ts'
import { COLOURS_GROUP } from '../contract/index.ts'
import { isSignedOutElsewhere, rememberPage, useSession } from './api/session.ts'
import { PortalRouter } from './navigation/PortalRouter.tsx'
import { RedirectTo } from './navigation/RedirectTo.tsx'
import { CrashBoundary } from './pages/crash/CrashBoundary.tsx'
import { OfflineNotice } from './shell/OfflineNotice.tsx'
import { useLook } from './theme/look.ts'
import { siteColours, themeOf, variablesOf, type SiteColours } from './theme/theme.ts'
import { useStepUp } from './api/step-up.ts'
import { useAskedConfirm } from './ui/confirm.ts'
import { IsolatedQueries } from './ui/IsolatedQueries.tsx'
import { toast, useToastsWanted } from './ui/toasts.ts'
import { fetched } from './ui/fetched.tsx'
import { LazyBoundary, Optional } from './ui/LazyBoundary.tsx'

// The sign-in page must load fast on a slow connection, so everything it does not need is loaded lazily.
const AuthRoutes = fetched(() => import('./pages/sign-in/AuthRoutes.tsx').then((module) => module.AuthRoutes))
const SignedIn = fetched(() => import('./shell/SignedIn.tsx').then((module) => module.SignedIn))
const ConfirmDialog = lazy(() => import('./ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })))
const StepUpDialog = lazy(() => import('./ui/proof/StepUpDialog.tsx').then((module) => ({ default: module.StepUpDialog })))
const Toasts = lazy(() => import('./ui/Toasts.tsx').then((module) => ({ default: module.Toasts })))

const ROUTES = [
  { path: '/auth/*', element: <LazyBoundary><IsolatedQueries><AuthRoutes /></IsolatedQueries></LazyBoundary> },
  // The pages are known only after sign-in, so the signed-in part does its own routing.
  { path: '*', element: <BehindSignIn /> },
]

/**
 * Fetches the code of what a visitor sees first. Rendered before it is there, the portal would be an empty page for 300 ms: that long,
 * React keeps a fallback.
 */
export async function fetchFirst(pathname: string, isSignedIn: boolean): Promise<void> {
  const part = isSignedIn && !pathname.startsWith('/auth/') ? SignedIn : AuthRoutes
  // What cannot be fetched now is fetched, and reported, when it is rendered.
  await part.fetch().catch(() => undefined)
}

const colourScheme = localStorageColorSchemeManager({ key: 'dirisha.colour-scheme' })

export function App() {
  return (
    <Themed>
      <ToastPlace />
      <OfflineNotice />
      <CrashBoundary>
        <PortalRouter><Parts /></PortalRouter>
      </CrashBoundary>
      <Confirmation />
      <StepUp />
    </Themed>
  )
}

function Parts() {
  return useRoutes(ROUTES)
}

/** Everything behind the sign-in. Without a session, remembers the page and redirects to the sign-in page. */
function BehindSignIn() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const isSignedOut = session === null && isSignedOutElsewhere()
  useEffect(() => {
    if (isSignedOut) toast.info(t('You signed out in another tab.'))
  }, [isSignedOut])
  if (session) return <LazyBoundary><SignedIn session={session} /></LazyBoundary>
  rememberPage(pathname + search)
  return <RedirectTo to="/auth/login" />
}

/** The dialog's code is fetched when the first question is asked; the dialog then stays mounted. */
function Confirmation() {
  const asked = useAskedConfirm()
  const [wasAsked, setWasAsked] = useState(false)
  if (asked && !wasAsked) setWasAsked(true)
  return wasAsked ? <Optional><ConfirmDialog /></Optional> : null
}

/** The same for the step-up dialog. */
function StepUp() {
  const asked = useStepUp()
  const [wasAsked, setWasAsked] = useState(false)
  if (asked && !wasAsked) setWasAsked(true)
  return wasAsked ? <Optional><StepUpDialog /></Optional> : null
}

function ToastPlace() {
  return useToastsWanted() ? <Optional><Toasts /></Optional> : null
}

/** Applies the company's colours, or the portal's own until they are known. */
function Themed({ children }: { children: ReactNode }) {
  const look = useLook()
  // Compared by value: a company that kept the default colours sends the same ones again, and a new theme object re-renders everything.
  const text = JSON.stringify(siteColours(look ? { [COLOURS_GROUP]: look.colours } : undefined))
  // The element is kept with the theme: rendered again, the provider would work out some four hundred variables again.
  return useMemo(() => {
    const colours = JSON.parse(text) as SiteColours
    return (
      <MantineProvider theme={themeOf(colours)} cssVariablesResolver={variablesOf(colours)} colorSchemeManager={colourScheme} defaultColorScheme="auto">
        {children}
      </MantineProvider>
    )
  }, [text, children])
}
