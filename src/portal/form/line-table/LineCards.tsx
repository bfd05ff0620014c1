import { useCallback, useState } from 'react'
import type { ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import type { FormModel } from '../form-model.ts'
import type { LineCommands } from './LineActions.tsx'
import { LineCard } from './LineCard.tsx'
import { TotalUnderCards } from './LineTotals.tsx'
import { isFinished } from './line-paths.ts'
import classes from './LineTable.module.css'

interface LineCardsProps {
  model: FormModel
  section: ResolvedSection
  shape: ResolvedShape
  columns: string[]
  /** The lines' ids in order; `stored` is the number of lines when the form opened. */
  lines: { ids: readonly number[]; stored: number }
  /** Indexes of the lines to show. */
  indexes: readonly number[]
  hasTotals: boolean
  canEdit: boolean
  commands: LineCommands
}

/** The lines on a phone. Opening or adding one collapses the others that are finished, so that the next step is always near. */
export function LineCards({ lines: { ids, stored }, indexes, hasTotals, ...shared }: LineCardsProps) {
  const { model, section, shape, columns } = shared
  const array = section.field ?? ''
  const shown = indexes.flatMap((index) => ids[index] ?? [])
  const newest = Math.max(stored, ...shown)
  const [opened, setOpened] = useState({ upTo: stored, ids: shown.length === 1 ? shown : [] })
  const unfinished = useCallback(
    (open: number[]): number[] => open.filter((id) => ids.includes(id) && !isFinished(model, `${array}.${ids.indexOf(id)}`, columns)),
    [model, array, ids, columns],
  )
  let { ids: open } = opened
  if (newest > opened.upTo) {
    open = [...unfinished(open), ...shown.filter((id) => id > opened.upTo)]
    setOpened({ upTo: newest, ids: open })
  }
  const toggle = useCallback((id: number): void => setOpened(({ upTo, ids: before }) => (
    { upTo, ids: before.includes(id) ? before.filter((one) => one !== id) : [...unfinished(before), id] }
  )), [unfinished])
  return (
    <div className={classes.cards}>
      {shown.map((id, row) => <LineCard key={id} {...shared} id={id} index={ids.indexOf(id)} row={row} isOpen={open.includes(id)} onToggle={toggle} />)}
      {hasTotals && <TotalUnderCards model={model} section={section} shape={shape} columns={columns} />}
    </div>
  )
}
