import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScreenFrameProvider, type ScreenFrame } from '../../shell/screen-frame.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './Card.module.css'

/** A card in a dialog over another screen, on a phone over all of it. */
export function CardDialog({ title, frame, children }: { title: string; frame: ScreenFrame; children: ReactNode }) {
  const isPhone = useIsPhone()
  return (
    <Modal.Root opened onClose={frame.close} size={820} centered={!isPhone} fullScreen={isPhone}>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body className={classes.dialog ?? ''}>
          <ScreenFrameProvider value={frame}><LazyBoundary>{children}</LazyBoundary></ScreenFrameProvider>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
