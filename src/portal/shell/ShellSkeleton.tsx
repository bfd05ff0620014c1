import { Skeleton, Stack } from '@mantine/core'
import { Frame } from './Frame.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'

/** The frame of the portal while its menu is on the way. */
export function ShellSkeleton() {
  const drawer = (
    <Stack gap="md" p="md">
      <Skeleton height={36} />
      <Skeleton height={24} width="80%" />
      <Skeleton height={24} width="70%" />
      <Skeleton height={24} width="75%" />
    </Stack>
  )
  return <Frame drawer={drawer}><LoadingScreen /></Frame>
}
