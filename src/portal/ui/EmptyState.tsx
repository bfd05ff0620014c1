import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import classes from './EmptyState.module.css'

interface EmptyStateProps { title: string; text?: string; icon?: string; action?: ReactNode; /** Heading level: 1 if it is the whole page. */ heading?: 1 | 2 }

/** A message that there is nothing to show, with the next step if there is one. */
export function EmptyState({ title, text, icon = 'inbox', action, heading = 2 }: EmptyStateProps) {
  return (
    <Stack align="center" gap={6} className={classes.root ?? ''}>
      <span className={classes.icon}><Icon name={icon} size={28} stroke={1.5} /></span>
      <Title order={heading} size="h4" ta="center">{title}</Title>
      {text && <Text c="dimmed" ta="center" maw={420}>{text}</Text>}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
