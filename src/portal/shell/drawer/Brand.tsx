import { Group, Text } from '@mantine/core'
import { useBranding, usePortal } from '../portal-context.ts'
import classes from './Brand.module.css'

/** The company's logo (or the product's) with its name and the user's e-mail. */
export function Brand({ isMini, email }: { isMini: boolean; email: string }) {
  const { company } = usePortal()
  const branding = useBranding()
  return (
    <Group gap={8} wrap="nowrap" className={classes.root ?? ''}>
      <img className={classes.logo} src={branding?.images.company_logo ?? logoSource(branding?.base64Logo)} alt="" />
      {!isMini && (
        <div className={classes.text}>
          <Text fw={650} fz={13} lh={1.2} truncate title={branding?.displayName ?? company.name}>{branding?.displayName ?? company.name}</Text>
          <Text size="xs" c="dimmed" lh={1.25} truncate title={email}>{email}</Text>
        </div>
      )}
    </Group>
  )
}

function logoSource(logo: string | null | undefined): string {
  if (!logo) return '/favicon.svg'
  return logo.startsWith('data:') ? logo : `data:image/png;base64,${logo}`
}
