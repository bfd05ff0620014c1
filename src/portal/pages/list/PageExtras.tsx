import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { t, type ResolvedPage } from '../../../core/index.ts'
import type { ClientManifest } from '../../../contract/index.ts'
import { pathTo } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useManifest } from '../../shell/use-manifest.ts'
import { formatNumber } from '../../ui/format.ts'
import { balancesQuery } from '../../api/balances.ts'
import classes from './ListPage.module.css'

/** What a page declares to stand above its list: what is left in the person's accounts, and buttons that lead to other pages. */
export function PageExtras({ page }: { page: ResolvedPage }) {
  const { bootstrap } = usePortal()
  const links = Object.entries(page.links ?? {}).flatMap(([id, title]) => {
    const to = bootstrap.pages[id]
    return to !== undefined && isInMenu(bootstrap.menu, id) ? [{ id, title, path: pathTo(to) }] : []
  })
  return (
    <>
      {page.balances !== undefined && <AccountsOf type={page.balances} />}
      {links.length > 0 && <Group gap="sm">{links.map(({ id, title, path }) => <Button key={id} component={Link} to={path} variant="default">{title}</Button>)}</Group>}
    </>
  )
}

function AccountsOf({ type }: { type: string }) {
  return <Accounts manifest={useManifest(type)} />
}

/** The last figure of each of the person's accounts in the current period; nothing for people who have none. */
function Accounts({ manifest }: { manifest: ClientManifest }) {
  const { data, isPending } = useQuery(balancesQuery(manifest, { employee: '', period: '' }))
  const by = manifest.balances?.by ?? ''
  const last = data?.figures.at(-1)
  if (isPending) return <Skeleton height={72} radius="md" aria-hidden />
  if (data === undefined || last === undefined || data.data.length === 0) return null
  return (
    <dl className={classes.figures} aria-label={t('{figure}, {period}', { figure: last.title, period: data.period })}>
      {data.data.map((row) => (
        <div key={String(row[by])} className={classes.figure} data-account={String(row[by])}>
          <dt className={classes.figureLabel}>{String(row['_title'])}</dt>
          <dd className={classes.figureValue}>{t('{number} {unit} left', { number: formatNumber(Number(row[last.name] ?? 0)), unit: manifest.balances?.unit ?? '' })}</dd>
        </div>
      ))}
    </dl>
  )
}

function isInMenu(menu: { page?: string; subs: typeof menu }[], id: string): boolean {
  return menu.some(({ page, subs }) => page === id || isInMenu(subs, id))
}
