import { Link } from 'react-router-dom'
import { isAbsentOnWire, wireName } from '../../../core/index.ts'
import { RecordValue } from '../../ui/RecordValue.tsx'
import { RowActions } from './RowActions.tsx'
import { RowCheck } from './RowCheck.tsx'
import { isChosen, drawnColumns, toggled } from './rows.ts'
import type { RowsProps } from './rows.ts'
import classes from './ListPage.module.css'

/** Rows on a phone, each as a card, without sideways scrolling. */
export function ListCards({ manifest, records, state, keyOf, pathOf, isFetching, selection }: RowsProps) {
  const columns = drawnColumns(manifest, state.scope)
  const lead = columns.find((column) => column.field === manifest.key) ?? columns[0]
  const rest = columns.filter((column) => column !== lead && column.field !== manifest.stateField)
  const hasState = columns.some((column) => column.field === manifest.stateField)
  return (
    <ul className={classes.cards} style={{ opacity: isFetching ? 0.55 : 1 }}>
      {records.map((record) => (
        <li key={keyOf(record)} className={classes.card} data-key={keyOf(record)}>
          <div className={classes.cardHead}>
            {selection && <RowCheck label={`Choose ${keyOf(record)}`} isChosen={isChosen(selection, record, keyOf)} onToggle={() => selection.choose(toggled(selection, record, keyOf))} />}
            <Link className={classes.cardLink ?? ''} to={pathOf(keyOf(record))}>{lead && <RecordValue manifest={manifest} field={lead.field} record={record} />}</Link>
            {hasState && <RecordValue manifest={manifest} field={manifest.stateField} record={record} />}
          </div>
          {rest.filter((column) => !isAbsentOnWire(record[wireName(manifest.shape, column.field)])).map((column) => (
            <div key={column.field} className={classes.pair}>
              <span className={classes.pairLabel}>{column.title}</span>
              <span className={classes.pairValue}><RecordValue manifest={manifest} field={column.field} record={record} column={column} /></span>
            </div>
          ))}
          <div className={classes.cardActions}><RowActions manifest={manifest} record={record} recordKey={keyOf(record)} path={pathOf(keyOf(record))} /></div>
        </li>
      ))}
    </ul>
  )
}
