import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { lazy, memo, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Breadcrumb } from './Breadcrumb.tsx'
import { Drawer } from './drawer/Drawer.tsx'
import { Footer } from './Footer.tsx'
import { Frame } from './Frame.tsx'
import { LoadingScreen } from './Skeletons.tsx'
import { PortalRoutes } from './PortalRoutes.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { TopBar } from './top-bar/TopBar.tsx'
import { useLive } from './live/use-live.ts'
import { useArea } from './use-area.ts'
import classes from './Shell.module.css'
import { LazyBoundary, Optional } from '../ui/LazyBoundary.tsx'
import { endErrorsOfScreen } from '../ui/toasts.ts'
import { useKeysDialog } from '../ui/use-keys-dialog.ts'
import { usePortal } from './portal-context.ts'

const KeysDialog = lazy(() => import('../ui/KeysDialog.tsx').then((module) => ({ default: module.KeysDialog })))

/** Drawer, top bar, content, footer. Memoised: re-renders only for the data that it reads itself. */
export const Shell = memo(function Shell() {
  const [isOpen, setOpen] = useState(false)
  const [wantsMini, setMini] = useLocalStorage({ key: 'dirisha.mini-drawer', defaultValue: false, getInitialValueInEffect: false })
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const area = useArea()
  const { bootstrap } = usePortal()
  useLive()
  const keys = useKeysDialog(true, 'frame')
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const burger = useRef<HTMLButtonElement>(null)
  const first = useRef(true)
  /** Where the focus goes once the drawer has closed. */
  const next = useRef<HTMLElement | null>(null)
  const isMini = wantsMini && isWide

  useEffect(() => {
    setOpen(false)
    // A new page starts at its top and takes the focus; the very first one leaves the focus to the browser.
    if (first.current) {
      first.current = false
      return
    }
    endErrorsOfScreen()
    window.scrollTo(0, 0)
    // A page that loads late takes no focus from a dialog that was opened meanwhile.
    if (document.activeElement?.closest('[role="dialog"]')) return
    next.current = main.current
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    // Nothing behind the open drawer can take the focus.
    if (!isOpen) next.current?.focus({ preventScroll: true })
    next.current = null
  }, [isOpen])

  const close = useCallback(() => {
    next.current = burger.current
    setOpen(false)
  }, [])
  // In a window that has become wide, the drawer is beside the content, not over it.
  if (isWide && isOpen) setOpen(false)
  return (
    <Frame
      main={main} isMini={isMini} isOpen={isOpen} onClose={close}
      topBar={<TopBar burger={burger} isDrawerOpen={isOpen} area={area} onToggleDrawer={() => setOpen(!isOpen)} />}
      footer={<Footer />}
      drawer={<Drawer menu={area.menu} chain={area.chain} isMini={isMini} isOpen={isOpen} onToggleMini={() => setMini(!wantsMini)} onClose={close} />}
    >
      {pathname !== bootstrap.home && <div className={classes.trail}><Breadcrumb chain={area.chain} /></div>}
      <div className={classes.content}>
        <ScreenBoundary resetKey={pathname}>
          <LazyBoundary fallback={<LoadingScreen />}>
            <PortalRoutes />
          </LazyBoundary>
        </ScreenBoundary>
      </div>
      {keys.isOpen && <Optional><KeysDialog onClose={keys.close} /></Optional>}
    </Frame>
  )
})
