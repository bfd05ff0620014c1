import { Button, Group, Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { ClientManifest } from '../../../contract/index.ts'
import { t, type JsonObject } from '../../../core/index.ts'
import { documentPath, download, EmptyState, ErrorState, Icon, saveBlob, Screen, toast, messageOf, useManifest, usePortal, type ScreenProps } from '../../sdk.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { AccountCard, type Figure } from './AccountCard.tsx'
import classes from './Balances.module.css'
import { balancesParameters, balancesQuery } from '../../api/balances.ts'
import type { Unposted } from './EntriesDialog.tsx'
import { PersonSelect } from './PersonSelect.tsx'

const EntriesDialog = lazy(() => import('./EntriesDialog.tsx').then((module) => ({ default: module.EntriesDialog })))

/** The accounts of a person in a ledger: their own, or of those whose balances they may read. Each figure opens the entries behind it. */
export function BalancesPage({ page }: ScreenProps) {
  const manifest = useManifest(page.type ?? '')
  return <Balances page={page} manifest={manifest} />
}

/** The account whose entries are open, and the figure they explain; not what it held then, which a change of the period replaces. */
interface Opened { by: string; title: string; figure?: Figure | undefined }

function Balances({ page, manifest }: ScreenProps & { manifest: ClientManifest }) {
  const { caption } = usePortal()
  const [address, change] = useAddress(['person', 'period'])
  const [opened, setOpened] = useState<Opened>()
  const [isPrinting, setPrinting] = useState(false)
  const { data, error, refetch, isFetching } = useQuery(balancesQuery(manifest, { employee: address.person, period: address.period }))
  const by = manifest.balances?.by ?? ''
  const print = async (): Promise<void> => {
    setPrinting(true)
    try {
      const { blob } = await download(`${documentPath(manifest.id)}/balances/print`, balancesParameters(manifest, { employee: address.person, period: data?.period ?? address.period }))
      saveBlob(blob, `${manifest.id}-${data?.employee ?? ''}-${data?.period ?? ''}.pdf`)
    } catch (failure) {
      toast.error(messageOf(failure))
    } finally {
      setPrinting(false)
    }
  }
  return (
    <Screen page={page} title={page.title ? caption(page.title) : t('Balances')} {...(data && { subtitle: data.name })}
      actions={<Button variant="default" leftSection={<Icon name="printer" size={17} />} disabled={!data || data.data.length === 0} loading={isPrinting} onClick={() => void print()}>{t('Print')}</Button>}>
      <Group mb="md" gap="sm" aria-busy={isFetching}>
        {data && <PersonSelect manifest={manifest} answer={data} onChange={(person) => change({ person })} />}
        {data && data.periods.length > 0 && <Select aria-label={t('Period')} w={130} allowDeselect={false} data={data.periods} value={data.period} onChange={(period) => change({ period: period ?? '' })} />}
      </Group>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={classes.cards} aria-hidden>{[1, 2, 3].map((one) => <Skeleton key={one} height={260} radius="md" />)}</div>}
      {!error && data?.data.length === 0 && <div className="dirisha-panel"><EmptyState title={t('No balances in this period')} text={t('Nothing was granted to {name} in this period yet.', { name: data.name })} /></div>}
      {!error && data && (
        <div className={classes.cards}>
          {data.data.map((row) => (
            <AccountCard key={String(row[by])} row={row} code={String(row[by])} figures={data.figures} onOpen={(figure) => setOpened({ by: String(row[by]), title: String(row['_title']), figure })} />
          ))}
        </div>
      )}
      {opened && data && (
        <LazyBoundary>
          <EntriesDialog manifest={manifest} asked={{ employee: data.employee, period: data.period }} by={opened.by} title={opened.title} figure={opened.figure?.title} kinds={opened.figure?.kinds}
            unposted={opened.figure === undefined ? unpostedOf(data.figures, data.data.find((row) => String(row[by]) === opened.by)) : undefined} onClose={() => setOpened(undefined)} />
        </LazyBoundary>
      )}
    </Screen>
  )
}

/** What figures of the row take off others without an entry, such as days in review, and what they leave. */
function unpostedOf(figures: Figure[], row: JsonObject = {}): Unposted[] {
  const titled = (name: string): { title: string; amount: number } => ({ title: figures.find((one) => one.name === name)?.title ?? name, amount: Number(row[name] ?? 0) })
  return figures.flatMap(({ name, less }) => (less === undefined || titled(less).amount === 0 ? [] : [{ ...titled(less), left: titled(name) }]))
}
