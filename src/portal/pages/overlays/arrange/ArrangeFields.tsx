import { SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../../core/index.ts'
import type { OverlayOutline } from '../../../../contract/index.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import classes from './Arrange.module.css'
import { hidden, movedBy, movedTo, renamed, required } from './deeds.ts'
import { FieldRow, type FieldDeeds } from './FieldRow.tsx'
import { concerns, namesIn, sectionLists, type Outline, type OutlineGroup, type OutlineItem } from './outline.ts'
import type { DraftOperation } from './sketch.ts'

/** What the server says about an operation, by its position. */
export interface Finding { operation: number | undefined; message: string; severity: string }

interface ArrangeFieldsProps {
  answer: UseQueryResult<OverlayOutline>
  /** The outline with the draft’s operations; undefined until it is loaded. */
  outline: Outline | undefined
  operations: readonly DraftOperation[]
  findings: readonly Finding[]
  /** Whether the overlay is for one person, who only arranges columns. */
  isForPerson: boolean
  onChange: (operations: DraftOperation[]) => void
}

/** The fields of the type as they stand on its card and in its list. */
export function ArrangeFields({ answer, outline, operations, findings, isForPerson, onChange }: ArrangeFieldsProps) {
  const [view, setView] = useState('card')
  const [open, setOpen] = useState<string>()
  if (!outline) return answer.error ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} /> : <Stack gap="sm" aria-hidden>{[0, 1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height={40} />)}</Stack>
  const shown = isForPerson ? 'list' : view
  const groups = shown === 'list' ? outline.list : outline.card
  return (
    <Stack gap="sm">
      {isForPerson
        ? <Text size="sm" c="dimmed">{t('For one person, only the columns of the list are arranged.')}</Text>
        : <SegmentedControl aria-label={t('Where')} data={[{ value: 'card', label: t('On the card') }, { value: 'list', label: t('In the list') }]} value={view} onChange={setView} className={classes.where ?? ''} />}
      {groups.length === 0 && <EmptyState icon="list" title={t('Nothing to arrange here')} text={shown === 'list' ? t('The columns of this list follow from its fields.') : t('This type shows no fields on a card.')} />}
      {groups.map((group) => (
        <section key={group.at.join('.')} className={classes.group} aria-label={group.title}>
          <Title order={3} className={classes.title ?? ''}>{group.title}</Title>
          {group.items.length === 0 && <Text size="sm" c="dimmed" px="md" pb="sm">{t('No field stands here.')}</Text>}
          <ul className={classes.fields}>
            {group.items.map((item) => {
              const own = operations.flatMap((operation, index) => (concerns(item, operation) ? [index] : []))
              const order = namesIn(outline.after, group.at)
              return (
                <FieldRow
                  key={item.id} item={item} isOpen={open === item.id} isOnlyArranged={isForPerson} isFirst={order[0] === item.entry} isLast={order.at(-1) === item.entry} isChanged={own.length > 0}
                  findings={findings.filter(({ operation }) => operation !== undefined && own.includes(operation))} onToggle={() => setOpen(open === item.id ? undefined : item.id)}
                  deeds={deedsOf({ outline, operations, group, item, onChange, onMoved: setOpen })}
                />
              )
            })}
          </ul>
        </section>
      ))}
    </Stack>
  )
}

interface DeedsInput { outline: Outline; operations: readonly DraftOperation[]; group: OutlineGroup; item: OutlineItem; onChange: (operations: DraftOperation[]) => void; onMoved: (id: string) => void }

function deedsOf({ outline, operations, group, item, onChange, onMoved }: DeedsInput): FieldDeeds {
  const lists = group.kind === 'fields' || group.kind === 'nowhere' ? sectionLists(outline.after) : []
  const places = lists.map((list) => ({ value: list.join('.'), label: outline.card.find(({ at }) => at.join('.') === list.join('.'))?.title ?? list.join('.') }))
  return {
    rename: (title) => onChange(renamed(operations, outline, item, title)),
    hide: (isHidden) => onChange(hidden(operations, item, isHidden)),
    require: (isRequired) => onChange(required(operations, item, isRequired)),
    move: (by) => onChange(movedBy(operations, outline, group, item, by)),
    places: group.kind === 'nowhere' ? [{ value: '', label: t('Not on the card') }, ...places] : places,
    moveTo: (place) => {
      const list = lists.find((one) => one.join('.') === place)
      if (list === undefined) return
      onChange(movedTo(operations, outline, item, list))
      onMoved(`${place}.${item.entry}`)
    },
  }
}
