import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { lazy, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useRoutes } from 'react-router-dom'
import { COLOURS_GROUP } from '../contract/index.ts'
import { PortalRouter } from './navigation/PortalRouter.tsx'
import { CrashBoundary } from './pages/crash/CrashBoundary.tsx'
import { OfflineNotice } from './shell/OfflineNotice.tsx'
import { useLook } from './theme/look.ts'
import { siteColours, themeOf, variablesOf, type SiteColours } from './theme/theme.ts'
import { useStepUp } from './api/step-up.ts'
import { useAskedConfirm } from './ui/confirm.ts'
import { IsolatedQueries } from './ui/IsolatedQueries.tsx'
import { useToastsWanted } from './ui/toasts.ts'
import { LazyBoundary, Optional } from './ui/LazyBoundary.tsx'

// The sign-in page must load fast on a slow connection, so everything it does not need is loaded lazily.
const AuthRoutes = lazy(() => import('./pages/sign-in/AuthRoutes.tsx').then((module) => ({ default: module.AuthRoutes })))

const SignedIn = lazy(() => import('./shell/SignedIn.tsx').then((module) => ({ default: module.SignedIn })))
const ConfirmDialog = lazy(() => import('./ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })))
const StepUpDialog = lazy(() => import('./ui/proof/StepUpDialog.tsx').then((module) => ({ default: module.StepUpDialog })))
const Toasts = lazy(() => import('./ui/Toasts.tsx').then((module) => ({ default: module.Toasts })))

const ROUTES = [
  { path: '/auth/*', element: <LazyBoundary><IsolatedQueries><AuthRoutes /></IsolatedQueries></LazyBoundary> },
  // The pages are known only after sign-in, so the signed-in part does its own routing.
  { path: '*', element: <LazyBoundary><SignedIn /></LazyBoundary> },
]

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
  const [theme, variables] = useMemo(() => {
    const colours = JSON.parse(text) as SiteColours
    return [themeOf(colours), variablesOf(colours)]
  }, [text])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={colourScheme} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
