import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { companiesQuery } from '../../api/companies.ts'
import { Icon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toasts.ts'
import { usePortal } from '../portal-context.ts'
import { switchCompany } from './switch-company.ts'

/** The user's companies with the current one marked; selecting another switches to it. */
export function CompanySelect() {
  const { user } = usePortal()
  const navigate = useNavigate()
  const { data = [], isError } = useQuery(companiesQuery())
  useEffect(() => {
    if (isError) toast.warning(t('Failed To fetch companies info'))
  }, [isError])
  if (data.length < 2) return null
  const options = data.map(({ id, displayName }) => ({ value: id, label: id === user.default_company ? t('{company} (default)', { company: displayName }) : displayName }))
  return (
    <NativeSelect
      aria-label={t('Default company')} size="sm" w={{ base: '100%', xs: 340 }} leftSection={<Icon name="building" size={16} />}
      data={options} value={user.default_company}
      onChange={({ currentTarget: { value } }) => {
        const chosen = data.find(({ id }) => id === value)
        if (chosen && chosen.id !== user.default_company) void switchCompany(chosen, { navigate })
      }}
    />
  )
}
