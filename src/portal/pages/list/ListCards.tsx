import { Link } from 'react-router-dom'
import { isAbsentOnWire, wireName, t } from '../../../core/index.ts'
import { RecordValue } from '../../ui/RecordValue.tsx'
import { NextStep, RowActions } from './RowActions.tsx'
import { RowCheck } from './RowCheck.tsx'
import { amountColumn, isChosen, drawnColumns, leadColumn, textColumn, toggled } from './rows.ts'
import type { RowsProps } from './rows.ts'
import classes from './ListPage.module.css'

/** Rows on a phone, each as a card: number and amount, state and purpose, then the rest. The whole card opens the record. */
export function ListCards({ manifest, records, state, keyOf, pathOf, isFetching, selection }: RowsProps) {
  const columns = drawnColumns(manifest, state.scope)
  const lead = leadColumn(manifest, columns)
  const amount = amountColumn(manifest, columns)
  const purpose = textColumn(manifest, columns)
  const status = columns.find((column) => column.field === manifest.stateField)
  const rest = columns.filter((column) => ![lead, amount, purpose, status].includes(column))
  return (
    <ul className={classes.cards} style={{ opacity: isFetching ? 0.55 : 1 }}>
      {records.map((record) => (
        <li key={keyOf(record)} className={classes.card} data-key={keyOf(record)}>
          <div className={classes.cardHead}>
            {selection && <RowCheck label={t('Select {key}', { key: keyOf(record) })} isChosen={isChosen(selection, record, keyOf)} onToggle={() => selection.choose(toggled(selection, record, keyOf))} />}
            <Link className={classes.cardLink ?? ''} to={pathOf(keyOf(record))}>{lead && <RecordValue manifest={manifest} field={lead.field} record={record} column={lead} />}</Link>
            {amount && !isAbsentOnWire(record[wireName(manifest.shape, amount.field)]) && <span className={classes.cardAmount}><RecordValue manifest={manifest} field={amount.field} record={record} column={amount} /></span>}
            <div className={classes.cardActions}><RowActions manifest={manifest} record={record} recordKey={keyOf(record)} path={pathOf(keyOf(record))} /></div>
          </div>
          {(status ?? purpose) && (
            <div className={classes.cardPurpose}>
              {status && <RecordValue manifest={manifest} field={status.field} record={record} />}
              {purpose && <span className={classes.cardText}><RecordValue manifest={manifest} field={purpose.field} record={record} column={purpose} /></span>}
            </div>
          )}
          <div className={classes.cardRest}>
            {rest.filter((column) => !isAbsentOnWire(record[wireName(manifest.shape, column.field)])).map((column) => (
              <span key={column.field} className={classes.pair}>
                <span className={classes.pairLabel}>{column.title}</span> <RecordValue manifest={manifest} field={column.field} record={record} column={column} />
              </span>
            ))}
            <NextStep manifest={manifest} record={record} recordKey={keyOf(record)} />
          </div>
        </li>
      ))}
    </ul>
  )
}
