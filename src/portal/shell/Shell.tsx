import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Drawer } from './drawer/Drawer.tsx'
import { Footer } from './Footer.tsx'
import { Frame } from './Frame.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { PortalRoutes } from './PortalRoutes.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { TopBar } from './top-bar/TopBar.tsx'
import { useLive } from './live/use-live.ts'
import { useArea } from './use-area.ts'
import classes from './Shell.module.css'

/** Drawer, top bar, content, footer. */
export function Shell() {
  const [isOpen, setOpen] = useState(false)
  const [wantsMini, setMini] = useLocalStorage({ key: 'dirisha.mini-drawer', defaultValue: false, getInitialValueInEffect: false })
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const area = useArea()
  useLive()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const burger = useRef<HTMLButtonElement>(null)
  const first = useRef(true)
  const isMini = wantsMini && isWide

  useEffect(() => {
    setOpen(false)
    // A new page starts at its top, with the keyboard in it; the very first one leaves the focus to the browser.
    if (first.current) {
      first.current = false
      return
    }
    window.scrollTo(0, 0)
    // A page that comes late takes nothing from a dialog that was opened meanwhile.
    if (document.activeElement?.closest('[role="dialog"]')) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  const close = () => {
    setOpen(false)
    burger.current?.focus()
  }
  return (
    <Frame
      main={main} isMini={isMini} isOpen={isOpen} onClose={close}
      topBar={<TopBar burger={burger} isDrawerOpen={isOpen} area={area} onToggleDrawer={() => setOpen(!isOpen)} />}
      footer={<Footer />}
      drawer={<Drawer menu={area.menu} isMini={isMini} isOpen={isOpen} onToggleMini={() => setMini(!wantsMini)} onClose={close} />}
    >
      <div className={classes.content}>
        <ScreenBoundary resetKey={pathname}>
          <Suspense fallback={<LoadingScreen />}>
            <PortalRoutes />
          </Suspense>
        </ScreenBoundary>
      </div>
    </Frame>
  )
}
