import type { Look } from '../../../contract/index.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './Dashboard.module.css'

/** The icon of a value in its colour; the value is always beside it in words. */
export function LookIcon({ look, fallback }: { look: Look | undefined; fallback?: string | undefined }) {
  return <span className={classes.look} style={{ color: `var(--dirisha-hue-${look?.colour ?? 'grey'})` }} aria-hidden><Icon name={look?.icon ?? fallback} fallback="folder" size={17} /></span>
}
