import { Group, Stack, Title } from '@mantine/core'
import { lazy, type ReactNode } from 'react'
import type { ResolvedPage } from '../../core/index.ts'
import { useScreenTitle } from '../ui/use-screen-title.ts'
import { useBranding } from './portal-context.ts'
import { useScreenFrame } from './screen-frame.ts'
import classes from './Screen.module.css'
import { LazyBoundary } from '../ui/LazyBoundary.tsx'

const FramedScreen = lazy(() => import('./FramedScreen.tsx').then((module) => ({ default: module.FramedScreen })))

/** Props of every screen that a page opens. */
export interface ScreenProps { page: ResolvedPage }

interface ScreenFrameProps {
  page: Pick<ResolvedPage, 'id' | 'module' | 'screen'>
  title: string
  /** Below the title: one line about the screen. */
  subtitle?: ReactNode
  /** Next to the title, for example a status badge. */
  aside?: ReactNode
  /** At the right end: the screen's actions. */
  actions?: ReactNode
  /** Before the title: a back button. */
  lead?: ReactNode
  /** On a phone, keeps the actions next to the title instead of below it: for one short button. */
  isCompact?: boolean
  children: ReactNode
}

/** The root of a screen: its name for tests and tools, the window's title, the heading. */
export function Screen({ page, title, subtitle, aside, actions, lead, isCompact, children }: ScreenFrameProps) {
  const branding = useBranding()
  const frame = useScreenFrame()
  useScreenTitle(title, branding?.displayName)
  if (frame) return <LazyBoundary><FramedScreen frame={frame} name={`${page.module}.${page.id}`} title={title} subtitle={subtitle} aside={aside}>{children}</FramedScreen></LazyBoundary>
  return (
    <Stack gap="md" data-screen={`${page.module}.${page.id}`} data-kind={page.screen}>
      <Group justify="space-between" align="flex-start" gap="sm" className={classes.head ?? ''} data-compact={isCompact || undefined}>
        <Group gap="sm" wrap="nowrap" className={classes.titles ?? ''}>
          {lead}
          <div>
            <Group gap="sm" tabIndex={-1} data-head="" className={classes.name ?? ''}>
              <Title order={1} className={classes.title ?? ''}>{title}</Title>
              {aside}
            </Group>
            {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
          </div>
        </Group>
        {actions && <Group gap="sm" className={classes.actions ?? ''}>{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
