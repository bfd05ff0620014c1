import { Button, Modal } from '@mantine/core'
import { Link } from 'react-router-dom'
import { t } from '../../../../core/index.ts'
import { RecordValue } from '../../../ui/RecordValue.tsx'
import { daysText } from './day-words.ts'
import type { CalendarEvent, CalendarManifest } from './events.ts'
import classes from './Calendar.module.css'

interface EventDialogProps { manifest: CalendarManifest; event: CalendarEvent; path: string; onClose: () => void }

/** An event with its days, state and details, and the way to its record. */
export function EventDialog({ manifest, event, path, onClose }: EventDialogProps) {
  const { details, start } = manifest.list.calendar
  const fields = [...(Object.hasOwn(manifest.shape.fields, manifest.stateField) ? [manifest.stateField] : []), ...details].filter((field, index, all) => all.indexOf(field) === index)
  return (
    <Modal opened onClose={onClose} title={event.title} centered closeButtonProps={{ 'aria-label': t('Close') }}>
      <dl className={classes.details}>
        <div><dt>{event.from === event.to ? manifest.shape.fields[start]?.title : t('Days')}</dt><dd>{daysText(event)}</dd></div>
        {fields.map((field) => (
          <div key={field}><dt>{manifest.shape.fields[field]?.title}</dt><dd><RecordValue manifest={manifest} field={field} record={event.record} /></dd></div>
        ))}
      </dl>
      <Button component={Link} to={path} fullWidth mt="md">{t('View details')}</Button>
    </Modal>
  )
}
