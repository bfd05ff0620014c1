import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { DashboardTile } from '../../../contract/index.ts'
import { pathTo } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { abbreviate } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { figureText } from './figures.ts'
import classes from './Dashboard.module.css'

/** From here on an amount is abbreviated; its tooltip shows it in full. */
const LONG = 1_000_000

/** Tiles with one figure each, linked to what they count. */
export function Tiles({ tiles }: { tiles: DashboardTile[] }) {
  return (
    <ul className={classes.tiles} aria-label={t('Figures')}>
      {tiles.map((tile) => <li key={tile.id} data-tile={tile.id}><Tile tile={tile} /></li>)}
    </ul>
  )
}

function Tile({ tile }: { tile: DashboardTile }) {
  const { bootstrap } = usePortal()
  const page = tile.page === null ? undefined : bootstrap.pages[tile.page]
  const full = figureText(tile.value, tile.currency)
  const short = tile.currency !== null && Math.abs(tile.value) >= LONG ? `${tile.currency} ${abbreviate(tile.value)}` : full
  const content = (
    <>
      <span className={classes.tileIcon}><Icon name={tile.icon ?? undefined} fallback="folder" size={22} /></span>
      <span className={classes.tileText}>
        <span className={classes.tileValue} title={short === full ? undefined : full}>{short}</span>
        <span className={classes.tileTitle}>{tile.title}</span>
      </span>
      {page && <Icon name="chevron-right" size={17} {...(classes.tileArrow ? { className: classes.tileArrow } : {})} />}
    </>
  )
  return page ? <Link to={{ pathname: pathTo(page), search: new URLSearchParams(tile.filter).toString() }} className={classes.tile}>{content}</Link> : <div className={classes.tile}>{content}</div>
}
