import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { companiesQuery } from '../../api/companies.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useScreenTitle } from '../../ui/use-screen-title.ts'
import { useBranding, usePortal } from '../portal-context.ts'
import { switchCompany } from './switch-company.ts'

interface ForeignLinkProps { company: string; /** The same address without its company. */ path: string }

/** For a mailed link to a company other than the current one: asks the user whether to switch. */
export function ForeignLink({ company, path }: ForeignLinkProps) {
  const { company: here } = usePortal()
  const branding = useBranding()
  const navigate = useNavigate()
  const { key } = useLocation()
  const { data, error, isPending, refetch } = useQuery(companiesQuery())
  useScreenTitle(t('Another company'), branding?.displayName)
  if (isPending) return <Skeleton height={220} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const there = data?.find(({ id }) => id === company)
  const hereName = branding?.displayName ?? here.name
  const mayGo = there?.switch_company === true
  const stay = <Button variant="default" onClick={() => void navigate('/', { replace: true })}>{t('Stay in {company}', { company: hereName })}</Button>
  return (
    <div data-screen="shell.another-company" data-kind="notice" key={key}>
      {there && mayGo
        ? <EmptyState icon="building" heading={1} title={t('This link belongs to {company}', { company: there.displayName })} text={t('You are in {company} now. Change company to open it.', { company: hereName })}
            action={<Group justify="center">{stay}<Button onClick={() => void switchCompany(there, { navigate, path })}>{t('Go to {company}', { company: there.displayName })}</Button></Group>} />
        : <EmptyState icon="building" heading={1} title={t('This link belongs to another company')} text={t('You are in {company} now and cannot change company from here. Sign in to the other company to open it.', { company: hereName })} action={stay} />}
    </div>
  )
}
