import { Anchor, Text } from '@mantine/core'
import { lazy } from 'react'
import { Optional } from '../ui/LazyBoundary.tsx'
import classes from './Footer.module.css'
import { useBranding, usePortal } from './portal-context.ts'

const CompanySelect = lazy(() => import('./company/CompanySelect.tsx').then((module) => ({ default: module.CompanySelect })))

/** The company select where several are available, the portal's owner and its provider. */
export function Footer() {
  const { company, today, settings } = usePortal()
  const branding = useBranding()
  const { provider_name: provider, provider_url: address } = settings.minor_settings ?? {}
  return (
    <footer className={classes.root}>
      <div className={classes.company}>{branding?.switch_company && <Optional><CompanySelect /></Optional>}</div>
      <Text size="xs" c="dimmed" ta="center">
        © {today.slice(0, 4)} {branding?.displayName ?? company.name} {typeof provider === 'string' && provider !== '' && <> · <Provider name={provider} address={address} /></>}
      </Text>
    </footer>
  )
}

function Provider({ name, address }: { name: string; address: unknown }) {
  return typeof address === 'string' && address !== '' ? <Anchor href={address} target="_blank" rel="noopener noreferrer" underline="always" inherit>{name}</Anchor> : name
}
