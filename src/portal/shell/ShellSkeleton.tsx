import { AppShell, Skeleton, Stack } from '@mantine/core'
import { LoadingScreen } from './LoadingScreen.tsx'
import classes from './Shell.module.css'

/** The frame of the portal while its menu is on the way. */
export function ShellSkeleton() {
  return (
    <AppShell layout="alt" header={{ height: 56 }} navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: true } }} padding={{ base: 'md', md: 'lg' }}>
      <AppShell.Header className={classes.header ?? ''} />
      <AppShell.Navbar p="md" className={classes.navbar ?? ''}>
        <Stack gap="md">
          <Skeleton height={36} />
          <Skeleton height={24} width="80%" />
          <Skeleton height={24} width="70%" />
          <Skeleton height={24} width="75%" />
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main className={classes.main ?? ''}><LoadingScreen /></AppShell.Main>
    </AppShell>
  )
}
