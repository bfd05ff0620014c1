import type { ReactNode, RefObject } from 'react'
import classes from './Frame.module.css'

interface FrameProps {
  drawer: ReactNode
  topBar?: ReactNode
  footer?: ReactNode
  children: ReactNode
  main?: RefObject<HTMLElement | null>
  /** The drawer shows icons only, on a wide screen. */
  isMini?: boolean
  /** The drawer lies over the screen of a phone. */
  isOpen?: boolean
  onClose?: () => void
}

/**
 * Drawer at the left, top bar and content beside it. Our own instead of Mantine's AppShell, which brings 8 kB with it; nothing
 * here is fixed on a wide screen, so that a dialog that hides the scrollbar moves all of it together.
 */
export function Frame({ drawer, topBar, footer, children, main, isMini = false, isOpen = false, onClose }: FrameProps) {
  return (
    <div className={classes.root} data-mini={isMini || undefined}>
      <a href="#main" className="dirisha-skip" inert={isOpen}>Skip to the content</a>
      <aside className={classes.drawer} data-open={isOpen || undefined} aria-label="Main menu">{drawer}</aside>
      {isOpen && <div className={classes.scrim} onClick={onClose} aria-hidden />}
      {/* Out of reach while the drawer lies over it, for the keyboard and for screen readers. */}
      <div className={classes.column} inert={isOpen}>
        <header className={classes.header}>{topBar}</header>
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>{children}</main>
        {footer}
      </div>
    </div>
  )
}
