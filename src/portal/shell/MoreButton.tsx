import { Button } from '@mantine/core'
import { Icon } from '../ui/icons.tsx'
import type { MoreItem } from './MoreMenu.tsx'
import { OnDemand } from './on-demand.tsx'
import classes from './MoreMenu.module.css'

const load = () => import('./menus.ts').then(({ MoreMenu }) => MoreMenu)

interface MoreButtonProps { /** Of what there is more. */ label: string; items: MoreItem[]; isDisabled: boolean }

/** Opens what a bar on a phone has no room for. */
export function MoreButton({ label, items, isDisabled }: MoreButtonProps) {
  return <OnDemand load={load} rest={{ items }} button={<Button variant="default" px="sm" aria-label={label} className={classes.button ?? ''} disabled={isDisabled}><Icon name="dots" /></Button>} />
}
