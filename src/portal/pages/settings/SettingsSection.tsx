import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One panel of the settings screen. */
export function SettingsSection({ id, title, description, aside, children }: { id: string; title: string; description?: string | undefined; aside?: ReactNode; children: ReactNode }) {
  return (
    <Box component="section" className="dirisha-panel" p={{ base: 'md', sm: 'lg' }} data-section={id} aria-label={title}>
      <Box mb="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4">{title}</Title>
          {aside}
        </Group>
        {description !== undefined && <Text size="sm" c="dimmed">{description}</Text>}
      </Box>
      {children}
    </Box>
  )
}
