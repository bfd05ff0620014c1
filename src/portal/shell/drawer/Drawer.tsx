import { ActionIcon, Group, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { Tip } from '../../ui/Tip.tsx'
import { usePortal } from '../portal-context.ts'
import { useSignOut } from '../use-sign-out.ts'
import { Brand } from './Brand.tsx'
import { Entry } from './Entry.tsx'
import { MiniEntry } from './MiniEntry.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useAnalytics } from './use-analytics.ts'
import classes from './Drawer.module.css'

interface DrawerProps { menu: ResolvedMenuEntry[]; /** The entries that lead to the current screen. */ chain: ResolvedMenuEntry[]; isMini: boolean; isOpen: boolean; onToggleMini: () => void; onClose: () => void }

/** The left drawer: brand, menu and sign-out. */
export function Drawer({ menu, chain, isMini, isOpen, onToggleMini, onClose }: DrawerProps) {
  const { user } = usePortal()
  const signOut = useSignOut()
  const analytics = useAnalytics()
  const { side, wasOpened, openSide } = useSide(menu, chain)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    close.current?.focus()
    // Escape closes the open drawer wherever the focus is. Captured, because an open list would stop the event.
    const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [isOpen, onClose])

  const links = () => {
    if (isMini) return menu.map((entry) => <MiniEntry key={entry.id} entry={entry} chain={chain} />)
    if (side) return <SideMenu key={side.id} entry={side} chain={chain} takesFocus={wasOpened} onBack={() => openSide(undefined)} />
    return menu.map((entry) => <Entry key={entry.id} entry={entry} depth={0} chain={chain} onOpenSide={openSide} />)
  }
  return (
    <div className={classes.root} data-mini={isMini || undefined}>
      <Group className={classes.head ?? ''} wrap="nowrap" gap="sm">
        <Brand isMini={isMini} email={user.email} />
        <ActionIcon ref={close} variant="subtle" color="gray" hiddenFrom="md" size={44} onClick={onClose} aria-label={t('Close menu')}><Icon name="x" /></ActionIcon>
      </Group>
      <ScrollArea className={classes.scroll ?? ''} type="auto" scrollbars="y" scrollbarSize={6}>
        <Stack component="nav" gap={2} aria-label={t('Pages')} className={classes.list ?? ''}>{links()}</Stack>
      </ScrollArea>
      <div className={classes.foot}>
        {analytics && <FootButton isMini={isMini} icon="chart-bar" label={t('Analytics')} onClick={analytics.open} isHere={analytics.isHere} />}
        <FootButton isMini={isMini} icon="logout" label={t('Logout')} onClick={signOut} />
        <FootButton isMini={isMini} icon={isMini ? 'chevron-right' : 'chevron-left'} label={isMini ? t('Expand menu') : t('Collapse menu')} onClick={onToggleMini} wideOnly />
      </div>
    </div>
  )
}

interface Side { side: ResolvedMenuEntry | undefined; wasOpened: boolean; openSide: (entry: ResolvedMenuEntry | undefined) => void }

/** The entry whose links replace the main menu: the one of the current screen on arrival, or one that was opened. */
function useSide(menu: ResolvedMenuEntry[], chain: ResolvedMenuEntry[]): Side {
  const { pathname } = useLocation()
  const ofScreen = chain.find(({ hasSideLinks }) => hasSideLinks)?.id
  const [{ id, at, wasOpened }, set] = useState({ id: ofScreen, at: pathname, wasOpened: false })
  if (at !== pathname) set({ id: ofScreen, at: pathname, wasOpened: false })
  return { side: menu.find((entry) => entry.id === id), wasOpened, openSide: (entry) => set({ id: entry?.id, at: pathname, wasOpened: true }) }
}

function FootButton({ isMini, icon, label, onClick, isHere, wideOnly }: { isMini: boolean; icon: string; label: string; onClick: () => void; isHere?: boolean; wideOnly?: boolean }) {
  return (
    <Tip label={label} position="right" disabled={!isMini}>
      <UnstyledButton className={classes.footButton ?? ''} onClick={onClick} aria-label={label} aria-current={isHere ? 'page' : undefined} data-active={isHere || undefined} {...(wideOnly ? { visibleFrom: 'md' as const } : {})}>
        <Icon name={icon} size={20} />
        {!isMini && <Text span size="sm">{label}</Text>}
      </UnstyledButton>
    </Tip>
  )
}
