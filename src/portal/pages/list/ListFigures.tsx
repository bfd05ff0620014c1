import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { ClientManifest } from '../../../contract/index.ts'
import { figuresQuery } from '../../api/queries.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './ListPage.module.css'

/** Totals of the current user's own records; labelled as their own if the list also shows records of others. */
export function ListFigures({ manifest, isLabelledAsOwn: isOwnSaid }: { manifest: ClientManifest; isLabelledAsOwn: boolean }) {
  const { company } = usePortal()
  const { data, isPending } = useQuery(figuresQuery(manifest))
  const shown = Object.entries(manifest.list.figures).filter(([name]) => isPending || data?.[name] !== undefined)
  if (shown.length === 0) return null
  return (
    <dl className={classes.figures} aria-label={isOwnSaid ? t('Your own') : undefined}>
      {shown.map(([name, { title, icon, money }]) => (
        <div key={name} className={classes.figure} data-figure={name}>
          <dt className={classes.figureLabel}>{icon && <Icon name={icon} size={16} />}{isOwnSaid ? t('Your {title}', { title: `${title.charAt(0).toLowerCase()}${title.slice(1)}` }) : title}</dt>
          <dd className={classes.figureValue}>
            {data?.[name] === undefined ? <Skeleton component="span" display="block" height="1em" width={110} my="0.15em" /> : <>{money ? formatMoney(data[name], company.currency) : formatNumber(data[name])}</>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
