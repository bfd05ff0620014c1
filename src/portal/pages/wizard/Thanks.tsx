import { Button, Group, Paper, Title } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { WireRecord } from '../../../contract/index.ts'
import { t } from '../../../core/index.ts'
import { Icon, cardPath, listPath, usePortal } from '../../sdk.ts'
import type { Card } from '../card/use-card.ts'
import { keyOf } from '../card/stored-record.ts'
import { fromWire } from '../../form/wire.ts'
import classes from './Wizard.module.css'

/** After the last step: that the record is stored, and where to go from there. */
export function Thanks({ card: { manifest, compiled }, record, text }: { card: Card; record: WireRecord; text: string | undefined }) {
  const { bootstrap, titleOf } = usePortal()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const titles = titleOf(manifest)
  const key = keyOf(manifest, record)
  const said = text === undefined ? '' : compiled.message(text, fromWire(manifest, record))
  return (
    <Paper component="section" className={`dirisha-panel ${classes.thanks ?? ''}`} aria-labelledby="thanks" data-thanks={key}>
      <span className={classes.mark} aria-hidden><Icon name="circle-check" size={40} /></span>
      <Title order={2} ref={heading} tabIndex={-1} id="thanks" className={classes.thanksTitle ?? ''}>{t('{title} {key} is saved', { title: titles.one, key })}</Title>
      {said !== '' && <p>{said}</p>}
      <Group gap="sm" justify="center">
        <Button component={Link} to={listPath(bootstrap.pages, manifest.id)} variant="default">{t('Back to the list')}</Button>
        <Button component={Link} to={cardPath(bootstrap.pages, manifest.id, key)}>{t('View {title}', { title: titles.one.toLowerCase() })}</Button>
      </Group>
    </Paper>
  )
}
