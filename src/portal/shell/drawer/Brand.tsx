import { Group, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import { companiesQuery } from '../../api/companies.ts'
import { Icon } from '../../ui/icons.tsx'
import { OnDemand } from '../on-demand.tsx'
import { useBranding, usePortal } from '../portal-context.ts'
import classes from './Brand.module.css'

const load = () => import('../menus.ts').then(({ CompanyMenu }) => CompanyMenu)

/** The company's logo (or the product's) with its name and the user's e-mail; where switching is allowed, a menu of the user's companies. */
export function Brand({ isMini, email }: { isMini: boolean; email: string }) {
  const { company } = usePortal()
  const branding = useBranding()
  const { data: companies = [] } = useQuery({ ...companiesQuery(), enabled: branding?.switch_company === true })
  const maySwitch = companies.length > 1
  const name = branding?.displayName ?? company.name
  return (
    <Group gap={8} wrap="nowrap" className={classes.root ?? ''}>
      <img className={classes.logo} src={branding?.images.company_logo ?? logoSource(branding?.base64Logo)} alt="" />
      {!isMini && (
        <div className={classes.text}>
          <Text fw={650} fz={13} lh={1.2} truncate title={name}>{name}</Text>
          <Text size="xs" c="dimmed" lh={1.25} truncate title={email}>{email}</Text>
        </div>
      )}
      {maySwitch && <OnDemand load={load} rest={{}} button={<UnstyledButton className={classes.button ?? ''} data-mini={isMini || undefined} aria-label={t('Company: {name}', { name })} title={t('Change company')}><Icon name="chevron-down" size={15} /></UnstyledButton>} />}
    </Group>
  )
}

function logoSource(logo: string | null | undefined): string {
  if (!logo) return '/favicon.svg'
  return logo.startsWith('data:') ? logo : `data:image/png;base64,${logo}`
}
