import { Group, Text } from '@mantine/core'
import { t } from '../../../core/index.ts'
import type { ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import { formatAmount } from '../../sdk.ts'
import { useFormEnvironment } from '../environment.ts'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import { totalOf, useLineFigure } from './line-paths.ts'
import classes from './LineTable.module.css'

interface LineTotalsProps { model: FormModel; section: ResolvedSection; shape: ResolvedShape; columns: readonly string[] }

/** The totals of a table's amount columns, as its last row. */
export function TotalsRow({ hasActions, ...props }: LineTotalsProps & { hasActions: boolean }) {
  const { money, sums, unit } = useTotals(props)
  const { columns } = props
  if (money.length === 0) return null
  const first = columns.indexOf(money[0] ?? '')
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first + 1}>{t('Total {unit}', { unit })}</th>
        {columns.slice(first).map((field) => <td key={field} data-number={money.includes(field) || undefined}>{sums[money.indexOf(field)] ?? ''}</td>)}
        {hasActions && <td />}
      </tr>
    </tfoot>
  )
}

/** The total of the first amount column, under the cards on a phone. */
export function TotalUnderCards(props: LineTotalsProps) {
  const { money, sums, unit } = useTotals(props)
  if (money.length === 0) return null
  return <Group justify="space-between" className={classes.total}><Text fw={600}>{t('Total')}</Text><Text fw={650} className="dirisha-numeric">{unit} {sums[0]}</Text></Group>
}

function useTotals({ model, section, shape, columns }: LineTotalsProps) {
  const { currency } = useFormEnvironment()
  const array = section.field ?? ''
  const money = columns.filter((field) => shape.fields[field]?.money !== undefined && section.columns[field]?.total !== false)
  const sums = useLineFigure(model, array, (lines) => money.map((field) => formatAmount(totalOf(lines, field))).join('|')).split('|')
  const unitField = money[0] === undefined ? undefined : shape.fields[money[0]]?.money
  usePath(model, unitField || array)
  const own = unitField ? model.value(unitField) : undefined
  return { money, sums, unit: typeof own === 'string' && own !== '' ? own : currency }
}
