import { Button, Title, UnstyledButton } from '@mantine/core'
import type { BalancesAnswer } from '../../../contract/index.ts'
import { t, type JsonObject } from '../../../core/index.ts'
import { formatNumber } from '../../ui/format.ts'
import classes from './Balances.module.css'

export type Figure = BalancesAnswer['figures'][number]

interface AccountCardProps {
  row: JsonObject
  code: string
  figures: Figure[]
  /** Opens the entries behind a figure; all of the account without one. */
  onOpen: (figure?: Figure) => void
}

/** One account: its last figure large, the others below, those that are not 0; each opens the entries that it adds up. */
export function AccountCard({ row, code, figures, onOpen }: AccountCardProps) {
  const value = (figure: Figure): number => Number(row[figure.name] ?? 0)
  const last = figures.at(-1)
  const rest = figures.slice(0, -1).filter((figure) => value(figure) !== 0 || figure.kinds === undefined)
  return (
    <section className={`dirisha-panel ${classes.card}`} aria-labelledby={`account-${code}`}>
      <header className={classes.head}>
        <div>
          <Title order={2} size="h4" id={`account-${code}`}>{String(row['_title'])}</Title>
          <span className={classes.code}>{code}</span>
        </div>
        {last && <div className={classes.main}><span className={classes.mainValue} data-negative={value(last) < 0 || undefined}>{formatNumber(value(last))}</span><span className={classes.code}>{last.title}</span></div>}
      </header>
      <ul className={classes.figures}>
        {rest.map((figure) => (
          <li key={figure.name}>
            {figure.isOfEntries && value(figure) !== 0
              ? <UnstyledButton className={classes.figure} onClick={() => onOpen(figure)} aria-label={t('{title}, {value}: how it is made up', { title: figure.title, value: formatNumber(value(figure)) })}><span>{figure.title}</span><span className={classes.value}>{formatNumber(value(figure))}</span></UnstyledButton>
              : <div className={classes.figure}><span>{figure.title}</span><span className={classes.value}>{formatNumber(value(figure))}</span></div>}
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={() => onOpen()}>{t('How was this computed?')}</Button>
    </section>
  )
}
