import { Text } from '@mantine/core'
import { usePortal } from './portal-context.ts'

/** Copyright line with the current year. */
export function Footer() {
  const { branding, company, today } = usePortal()
  return (
    <Text component="footer" size="xs" c="dimmed" ta="center" pt="xl">
      © {today.slice(0, 4)} {branding?.displayName ?? company.name}
    </Text>
  )
}
