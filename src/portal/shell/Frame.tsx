import type { ReactNode, RefObject } from 'react'
import { t } from '../../core/index.ts'
import classes from './Frame.module.css'

interface FrameProps {
  drawer: ReactNode
  topBar?: ReactNode
  footer?: ReactNode
  children: ReactNode
  main?: RefObject<HTMLElement | null>
  /** Shows only icons in the drawer, on a wide screen. */
  isMini?: boolean
  /** Shows the drawer over the content, on a phone. */
  isOpen?: boolean
  onClose?: () => void
}

/**
 * Drawer on the left, top bar and content beside it. Replaces Mantine's AppShell, which adds 8 kB. Nothing here has a fixed position on a
 * wide screen, so that everything moves together when a dialog hides the scrollbar.
 */
export function Frame({ drawer, topBar, footer, children, main, isMini = false, isOpen = false, onClose }: FrameProps) {
  return (
    <div className={classes.root} data-mini={isMini || undefined}>
      <a href="#main" className="dirisha-skip" inert={isOpen}>{t('Skip to the content')}</a>
      <aside className={classes.drawer} data-open={isOpen || undefined} aria-label={t('Main menu')}>{drawer}</aside>
      {isOpen && <div className={classes.scrim} onClick={onClose} aria-hidden />}
      {/* Inert while the drawer covers it, for the keyboard and for screen readers. */}
      <div className={classes.column} inert={isOpen}>
        <header className={classes.header}>{topBar}</header>
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>{children}</main>
        {footer}
      </div>
    </div>
  )
}
