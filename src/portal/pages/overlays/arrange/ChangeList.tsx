import { Button, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { t } from '../../../../core/index.ts'
import classes from './Arrange.module.css'
import type { Finding } from './ArrangeFields.tsx'
import type { WordedChange } from './words.ts'

interface ChangeListProps { changes: WordedChange[]; findings: readonly Finding[]; onUndo: (change: WordedChange) => void }

/** What the overlay changes, in words; each change can be undone, and shows what the server says about it. */
export function ChangeList({ changes, findings, onUndo }: ChangeListProps) {
  const section = useRef<HTMLElement>(null)
  const undo = (change: WordedChange) => {
    onUndo(change)
    // Its button is gone.
    section.current?.focus()
  }
  const known = new Set(changes.flatMap(({ indexes }) => indexes))
  const general = findings.filter(({ operation }) => operation === undefined || !known.has(operation))
  return (
    <section ref={section} tabIndex={-1} className={classes.changes} aria-labelledby="overlay-changes">
      <Title order={3} id="overlay-changes" className={classes.title ?? ''}>{t('What this changes')}</Title>
      {changes.length === 0 && <Text size="sm" c="dimmed" px="md" pb="md">{t('Nothing yet. Choose a field to rename, hide, require or move it.')}</Text>}
      <ol className={classes.changeRows}>
        {changes.map((change) => (
          <li key={change.indexes.join()}>
            <span className={classes.change}>{change.text}</span>
            <Button variant="subtle" size="compact-sm" className={classes.undo ?? ''} aria-label={t('Undo: {text}', { text: change.text })} onClick={() => undo(change)}>{t('Undo')}</Button>
            <Findings of={findings.filter(({ operation }) => operation !== undefined && change.indexes.includes(operation))} />
          </li>
        ))}
      </ol>
      {general.length > 0 && <div className={classes.general} role="alert"><Findings of={general} /></div>}
    </section>
  )
}

function Findings({ of }: { of: readonly Finding[] }) {
  return of.map(({ message, severity }) => <Text key={message} size="sm" className={classes.finding ?? ''} data-severity={severity}>{message}</Text>)
}
