import { Button } from '@mantine/core'
import { Icon } from '../ui/icons.tsx'
import type { MoreItem } from './MoreMenu.tsx'
import { OnDemand } from './on-demand.tsx'
import classes from './MoreMenu.module.css'

const load = () => import('./menus.ts').then(({ MoreMenu }) => MoreMenu)

interface MoreButtonProps { /** What the menu contains. */ label: string; items: MoreItem[]; isDisabled: boolean; /** Where no other button says what the bar is for. */ text?: string }

/** Opens a menu of the items that do not fit in a bar on a phone. */
export function MoreButton({ label, items, isDisabled, text }: MoreButtonProps) {
  return <OnDemand load={load} rest={{ items }} button={<Button variant="default" px="sm" aria-label={label} className={classes.button ?? ''} disabled={isDisabled}><Icon name="dots" />{text && <span aria-hidden>&nbsp;{text}</span>}</Button>} />
}
