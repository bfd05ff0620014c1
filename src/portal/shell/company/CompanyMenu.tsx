import { Loader, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cloneElement } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { companiesQuery } from '../../api/companies.ts'
import { Icon } from '../../ui/icons.tsx'
import { Failed } from '../top-bar/TopBarMenu.tsx'
import { useOpening } from '../on-demand.tsx'
import type { MenuProps } from '../on-demand.tsx'
import { usePortal } from '../portal-context.ts'
import { switchCompany } from './switch-company.ts'

/** The user's companies, below the name of the current one; choosing another switches to it. */
export function CompanyMenu({ button }: MenuProps) {
  const { user } = usePortal()
  const navigate = useNavigate()
  const { ref, isOpen, setOpen } = useOpening()
  const { data, isPending, refetch } = useQuery(companiesQuery())
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Change company')}</Menu.Label>
        {isPending && <Loader size="sm" m="sm" aria-label={t('Loading')} />}
        {!data && !isPending && <Failed text={t('Failed To fetch companies info')} onRetry={() => void refetch()} />}
        {data?.map((company) => {
          const isHere = company.id === user.default_company
          return (
            <Menu.Item key={company.id} aria-current={isHere || undefined} rightSection={isHere ? <Icon name="check" size={16} /> : null}
              onClick={() => void (isHere || switchCompany(company, { navigate }))}>{company.displayName}</Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
