import { Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { ALWAYS_STALE, approvalEntriesQuery, FIRST_WAITING } from '../../api/queries.ts'
import { formatMoney } from '../../ui/format.ts'
import type { MenuProps } from '../on-demand.tsx'
import { Failed, TopBarMenu } from './TopBarMenu.tsx'
import classes from './TopBar.module.css'

/** The documents that wait for the current user, with links. */
export function ApprovalsMenu({ button, path }: MenuProps & { path: string }) {
  return (
    <TopBarMenu button={button} all={{ path, label: t('All my approvals') }}>
      {(close) => (
        <>
          <Text size="xs" c="dimmed" fw={550} px="md" pt="sm" pb={4}>{t('Waiting for your decision')}</Text>
          <div className={classes.entries}><OpenEntries onFollow={close} /></div>
        </>
      )}
    </TopBarMenu>
  )
}

function OpenEntries({ onFollow }: { onFollow: () => void }) {
  const { data, isPending, isError, refetch } = useQuery({ ...approvalEntriesQuery(FIRST_WAITING), ...ALWAYS_STALE })
  if (isPending) return <Loader size="sm" m="md" aria-label={t('Loading')} />
  if (isError) return <Failed text={t('The open approvals could not be loaded.')} onRetry={() => void refetch()} />
  if (data.length === 0) return <Text size="sm" c="dimmed" px="md" py="xs">{t('Nothing is waiting for you.')}</Text>
  return (
    <ul className={classes.list}>
      {data.map((entry) => (
        <li key={entry.entryNo}>
          <Link to={entry.link} onClick={onFollow} className={classes.entry ?? ''}>
            <span className={classes.words}>
              <Text span size="sm" fw={500} display="block" truncate>{entry.purpose ?? entry.approveForType}</Text>
              <Text span size="xs" c="dimmed" display="block">{entry.approveForType} · {entry.documentNo} · {entry.senderName}</Text>
            </span>
            {entry.amount && <Text span size="sm" fw={500} className="dirisha-numeric">{formatMoney(entry.amount.value, entry.amount.currency)}</Text>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
