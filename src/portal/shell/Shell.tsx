import { AppShell } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Footer } from './Footer.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { Navigation } from './Navigation.tsx'
import { PortalRoutes } from './PortalRoutes.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { TopBar } from './TopBar.tsx'
import classes from './Shell.module.css'

const WIDTH = { full: 248, mini: 72 }

/** Drawer, top bar, content, footer. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [isMini, setMini] = useLocalStorage({ key: 'dirisha.mini-drawer', defaultValue: false, getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)

  useEffect(() => {
    close()
    // A new page starts at its top, with the keyboard in it; the very first one leaves the focus to the browser.
    if (first.current) {
      first.current = false
      return
    }
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, close])

  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: { base: WIDTH.full, md: isMini ? WIDTH.mini : WIDTH.full }, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'lg' }}
      transitionDuration={160}
    >
      <a href="#main" className="dirisha-skip">Skip to the content</a>
      <AppShell.Header className={classes.header ?? ''}>
        <TopBar isDrawerOpen={isOpen} onToggleDrawer={toggle} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar ?? ''} aria-label="Main menu">
        <Navigation isMini={isMini} onToggleMini={() => setMini(!isMini)} onClose={close} />
      </AppShell.Navbar>
      {isOpen && <div className={classes.scrim} onClick={close} aria-hidden />}
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes.main ?? ''}>
        <div className={classes.content}>
          <ScreenBoundary resetKey={pathname}>
            <Suspense fallback={<LoadingScreen />}>
              <PortalRoutes />
            </Suspense>
          </ScreenBoundary>
        </div>
        <Footer />
      </AppShell.Main>
    </AppShell>
  )
}
