import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './SwitchingOverlay.module.css'

/** Covers the window while the portal switches company, so that nothing of either can be clicked. */
export function SwitchingOverlay({ company }: { company: string }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.focus(), [])
  return (
    <div ref={root} className={classes.root} role="alertdialog" aria-modal aria-label={t('Switching Companies')} aria-describedby="switching-to" tabIndex={-1} data-switching onKeyDown={(event) => event.preventDefault()}>
      <div className={classes.stage} aria-hidden>
        <span className={classes.from}><Icon name="building" size={30} /></span>
        <span className={classes.road}><i /><i /><i /></span>
        <span className={classes.to}><Icon name="building" size={30} /></span>
      </div>
      <Text fz={22} fw={650}>{t('Switching Companies')}</Text>
      <Text c="dimmed" id="switching-to">{t('Opening {company}…', { company })}</Text>
    </div>
  )
}
