import { ActionIcon, CloseButton, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../core/index.ts'
import { Icon } from '../ui/icons.tsx'
import { Tip } from '../ui/Tip.tsx'
import type { ScreenFrame } from './screen-frame.ts'
import classes from './Screen.module.css'

interface FramedScreenProps { frame: ScreenFrame; name: string; title: string; subtitle?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A screen in a dialog: its heading, a link to the full screen, and a close button. */
export function FramedScreen({ frame, name, title, subtitle, aside, children }: FramedScreenProps) {
  return (
    <Stack gap="md" data-screen={name} data-kind="dialog">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Group gap="sm" tabIndex={-1} data-head="" className={classes.name ?? ''}>
            <Title order={2} className={classes.title ?? ''}>{title}</Title>
            {aside}
          </Group>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        <Group gap={4} wrap="nowrap">
          {frame.wholePath !== undefined && (
            <Tip label={t('Open the whole page')}>
              <ActionIcon component={Link} to={frame.wholePath} variant="subtle" color="gray" size={36} aria-label={t('Open the whole page')}><Icon name="arrow-right" size={18} /></ActionIcon>
            </Tip>
          )}
          <CloseButton size={36} onClick={frame.close} aria-label={t('Close')} />
        </Group>
      </Group>
      {children}
    </Stack>
  )
}
