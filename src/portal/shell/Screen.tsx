import { Group, Stack, Title } from '@mantine/core'
import { lazy, type ReactNode } from 'react'
import type { ResolvedPage } from '../../core/index.ts'
import { useScreenTitle } from '../ui/use-screen-title.ts'
import { useBranding } from './portal-context.ts'
import { useScreenFrame } from './screen-frame.ts'
import classes from './Screen.module.css'
import { Later } from '../ui/Later.tsx'

const FramedScreen = lazy(() => import('./FramedScreen.tsx').then((module) => ({ default: module.FramedScreen })))

/** Props of every screen that pages of the manifests open. */
export interface ScreenProps { page: ResolvedPage }

interface ScreenFrameProps {
  page: Pick<ResolvedPage, 'id' | 'module' | 'screen'>
  title: string
  /** Under the title: one line about what this is. */
  subtitle?: ReactNode
  /** Beside the title: a status badge, for instance. */
  aside?: ReactNode
  /** At the right end: what can be done here. */
  actions?: ReactNode
  /** Before the title: a back button. */
  lead?: ReactNode
  /** On a phone the actions stay beside the title instead of going below it: for one short button. */
  isCompact?: boolean
  children: ReactNode
}

/** The root of a screen: its name for tests and tools, the window's title, the heading. */
export function Screen({ page, title, subtitle, aside, actions, lead, isCompact, children }: ScreenFrameProps) {
  const branding = useBranding()
  const frame = useScreenFrame()
  useScreenTitle(title, branding?.displayName)
  if (frame) return <Later><FramedScreen frame={frame} name={`${page.module}.${page.id}`} title={title} subtitle={subtitle} aside={aside}>{children}</FramedScreen></Later>
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
