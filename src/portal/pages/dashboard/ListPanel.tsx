import { Anchor, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { t, wireName } from '../../../core/index.ts'
import type { ClientManifest, DashboardList, Look, WireRecord } from '../../../contract/index.ts'
import { recordsQuery } from '../../api/queries.ts'
import { cardPath, pathTo } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useManifest } from '../../shell/use-manifest.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { RecordValue } from '../../ui/RecordValue.tsx'
import { LookIcon } from './LookIcon.tsx'
import classes from './Dashboard.module.css'

export type Looks = Record<string, Record<string, Look>>
interface ListPanelProps { list: DashboardList; looks: Looks }

/** The newest records of a type, each with a link, and a link to all of them. */
export function ListPanel({ list, looks }: ListPanelProps) {
  const { bootstrap } = usePortal()
  const page = list.page === null ? undefined : bootstrap.pages[list.page]
  return (
    <section className={`dirisha-panel ${classes.chart ?? ''} ${classes.list ?? ''}`} aria-label={list.title} data-list={list.id}>
      <div className={classes.chartHead}>
        <Title order={2} className={classes.chartTitle ?? ''}>{list.title}</Title>
        {page && <Anchor component={Link} to={{ pathname: pathTo(page), search: new URLSearchParams(list.filter).toString() }} size="sm" aria-label={t('All of {title}', { title: list.title })}>{t('Show all')}</Anchor>}
      </div>
      <LazyBoundary fallback={<Rows.Skeleton />}><Rows list={list} looks={looks} /></LazyBoundary>
    </section>
  )
}

function Rows({ list, looks }: ListPanelProps) {
  const manifest = useManifest(list.type)
  const { data, isError, error, refetch } = useQuery(recordsQuery(manifest, list.query))
  if (isError && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Rows.Skeleton />
  if (data.data.length === 0) return <EmptyState icon="inbox" title={list.empty === '' ? t('Nothing yet') : list.empty.replace(/\.$/, '')} />
  const key = wireName(manifest.shape, manifest.key)
  return <ul className={classes.listRows}>{data.data.map((record) => <Row key={String(record[key])} manifest={manifest} record={record} list={list} looks={looks} recordKey={String(record[key] ?? '')} />)}</ul>
}

Rows.Skeleton = function RowsSkeleton() {
  return <div aria-hidden data-loading>{[1, 2, 3].map((row) => <Skeleton key={row} height={44} mb={8} radius="md" />)}</div>
}

interface RowProps extends ListPanelProps { manifest: ClientManifest; record: WireRecord; recordKey: string }

function Row({ manifest, record, recordKey, list, looks }: RowProps) {
  const { pages } = usePortal().bootstrap
  const [lead, ...others] = list.fields.filter((name) => manifest.shape.fields[name] !== undefined)
  const facts = others.filter((name) => name !== manifest.stateField && record[wireName(manifest.shape, name)] !== undefined)
  const look = lookOf(manifest, record, list, looks)
  return (
    <li className={classes.listRow} data-record={recordKey}>
      <LookIcon look={look} fallback={manifest.icon} />
      <div className={classes.listWords}>
        <div className={classes.listHead}>
          <Link to={cardPath(pages, manifest.id, recordKey)} className={classes.listLead}>{lead === undefined ? recordKey : <RecordValue manifest={manifest} record={record} field={lead} column={{ format: 'label' }} />}</Link>
          {list.fields.includes(manifest.stateField) && <RecordValue manifest={manifest} record={record} field={manifest.stateField} />}
        </div>
        <dl className={classes.listFacts}>
          {facts.map((name) => <div key={name}><dt>{manifest.shape.fields[name]?.title}</dt><dd><RecordValue manifest={manifest} record={record} field={name} column={{ format: 'label', truncate: 40 }} /></dd></div>)}
        </dl>
      </div>
    </li>
  )
}

/** The look of the row's value of the first field that has one. */
function lookOf({ shape }: ClientManifest, record: WireRecord, { fields }: DashboardList, looks: Looks): Look | undefined {
  return fields.map((name) => looks[name]?.[String(record[wireName(shape, name)] ?? '')]).find((look) => look !== undefined)
}
