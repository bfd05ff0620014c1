import { Modal, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ClientManifest } from '../../../contract/index.ts'
import { sumMoney, t } from '../../../core/index.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './Balances.module.css'
import { accountQuery, type Asked } from '../../api/balances.ts'

/** A figure that is not posted yet, and what is left of the balance without it. */
export interface Unposted { title: string; amount: number; left: { title: string; amount: number } }

interface EntriesDialogProps {
  manifest: ClientManifest
  asked: Asked
  by: string
  title: string
  /** The figure that is explained, and the kinds of entries that it adds up; the whole account without them. */
  figure?: string | undefined
  kinds?: string[] | undefined
  /** Shown below the entries of the whole account. */
  unposted?: Unposted[] | undefined
  onClose: () => void
}

/** The entries of an account in their order, each with the balance after it. Those that a figure adds up stand out, with their sum. */
export function EntriesDialog({ manifest, asked, by, title, figure, kinds, unposted = [], onClose }: EntriesDialogProps) {
  const isPhone = useIsPhone()
  const { data, error, refetch } = useQuery(accountQuery(manifest, asked, by))
  const counts = (kind: string): boolean => kinds === undefined || kinds.includes(kind)
  const sum = sumMoney((data?.entries ?? []).filter(({ kind }) => counts(kind)).map(({ amount }) => amount))
  return (
    <Modal opened onClose={onClose} size="xl" fullScreen={isPhone} title={`${title} ${asked.period}${figure === undefined ? '' : `: ${figure}`}`} closeButtonProps={{ 'aria-label': t('Close') }}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} />}
      {data && data.entries.length === 0 && <Text c="dimmed">{t('This account has no entries.')}</Text>}
      {data && data.entries.length > 0 && (
        <table className={classes.entries}>
          <thead><tr><th>{t('Date')}</th><th>{t('Kind')}</th><th>{t('Description')}</th><th className={classes.number}>{t('Change')}</th><th className={classes.number}>{t('Balance')}</th></tr></thead>
          <tbody>
            {data.entries.map(({ date, no, kind, document, text, amount, balance }) => (
              <tr key={no} data-counted={(kinds !== undefined && counts(kind)) || undefined}>
                <td>{formatDate(date)}</td>
                <td>{kind}</td>
                <td className={classes.text}>{text} <span className={classes.dimmed}>{document === '' ? no : document}</span></td>
                <td className={classes.number} data-label={t('Change')}>{signed(amount)}</td>
                <td className={classes.number} data-label={t('Balance')}>{formatNumber(balance)}</td>
              </tr>
            ))}
          </tbody>
          {unposted.length > 0 && (
            <tfoot>
              {unposted.map(({ title: taken, amount, left }) => (
                <Fragment key={left.title}>
                  <tr><td colSpan={3}>{taken}</td><td className={classes.number} data-label={t('Change')}>{signed(-amount)}</td><td /></tr>
                  <tr><td colSpan={3}>{left.title}</td><td /><td className={classes.number}>{formatNumber(left.amount)}</td></tr>
                </Fragment>
              ))}
            </tfoot>
          )}
          {kinds !== undefined && <tfoot><tr><td colSpan={3}>{t('Sum of the marked entries')}</td><td className={classes.number}>{signed(sum)}</td><td /></tr></tfoot>}
        </table>
      )}
      {data?.isCut && <Text size="sm" c="dimmed" mt="sm">{t('Only the first entries are listed.')}</Text>}
    </Modal>
  )
}

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatNumber(amount)}`
