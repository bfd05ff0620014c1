import { NavLink, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { usePortal } from '../portal-context.ts'
import { Entry } from './Entry.tsx'
import classes from './Drawer.module.css'

interface SideMenuProps { entry: ResolvedMenuEntry; chain: ResolvedMenuEntry[]; /** Set if the user opened it: moves the focus here. */ takesFocus: boolean; onBack: () => void }

/** The links of one entry in place of the main menu: the back button, the dashboard, then the links. */
export function SideMenu({ entry, chain, takesFocus, onBack }: SideMenuProps) {
  const { bootstrap, caption } = usePortal()
  const back = useRef<HTMLButtonElement>(null)
  const dashboard = bootstrap.menu.find(({ page }) => page !== undefined && bootstrap.pages[page]?.screen === 'dashboard')
  useEffect(() => {
    if (takesFocus) back.current?.focus()
  }, [takesFocus])
  const leave = () => {
    onBack()
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-side="${CSS.escape(entry.id)}"]`)?.focus())
  }
  return (
    <div className={classes.side}>
      <NavLink ref={back} component="button" type="button" label={t('Main menu')} leftSection={<Icon name="arrow-left" size={20} />} className={classes.link ?? ''} onClick={leave} />
      {dashboard && <Entry entry={dashboard} depth={0} chain={chain} />}
      <Text className={classes.sideTitle ?? ''} component="h2">{caption(entry.title)}</Text>
      {entry.subs.map((sub) => <Entry key={sub.id} entry={sub} depth={0} chain={chain} />)}
    </div>
  )
}
