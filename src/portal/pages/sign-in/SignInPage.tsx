import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { CompanyAnswer } from '../../../contract/index.ts'
import { sessionEndReason } from '../../api/session.ts'
import { signInCompaniesQuery } from '../../api/sign-in.ts'
import { applyLook } from '../../theme/look.ts'
import { toast } from '../../ui/toasts.ts'
import { useLeaveWhenSignedIn } from './arrival.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { chosenCompany, hasChoice, keepCompany, keptCompany } from './company-choice.ts'
import { CompanyChooser } from './CompanyChooser.tsx'
import { Credentials } from './Credentials.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { refusalIn } from './provider-return.ts'
import classes from './AuthFrame.module.css'

const NONE: CompanyAnswer[] = []

/** Sign-in by e-mail, Windows account or the organisation's identity provider. Then opens the requested page or the last one. */
export function SignInPage() {
  useLeaveWhenSignedIn()
  const { data: companies = NONE, isError } = useQuery(signInCompaniesQuery())
  const [chosen, setChosen] = useState(keptCompany)
  // E-mail and password need no companies: the form works without them.
  useEffect(() => {
    if (isError) toast.warning(t('Failed To fetch companies info'))
  }, [isError])
  const ended = sessionEndReason()
  const company = chosenCompany(companies, chosen)
  const isElsewhere = company?.provider?.isOnly === true
  const refusal = refusalIn(useLocation().state)
  useLayoutEffect(() => {
    if (company) applyLook({ company: company.id, colours: company.colours })
  }, [company])
  const choose = (id: string) => {
    keepCompany(id)
    setChosen(id)
  }
  const chooser = company !== undefined && hasChoice(companies) ? <CompanyChooser companies={companies} value={company.id} onChange={choose} /> : undefined
  return (
    <AuthFrame screen="shell.sign-in" title={t('Sign in')} corner={chooser} company={company} lead={leadOf(company)}>
      {ended !== null && <Alert color="warning" mb="md" role="status" data-ended>{ended}</Alert>}
      {refusal !== null && <Alert color="error" mb="md" icon={<IconAlertTriangle aria-hidden />}>{refusal}</Alert>}
      {!isElsewhere && <Credentials company={company} />}
      {company?.provider && <ProviderButton company={company.id} name={company.provider.name} isOnly={isElsewhere} />}
      {!isElsewhere && (
        <div className={classes.ways}>
          <Text size="sm" c="dimmed">{t('Here for the first time?')}</Text>
          <Button component={Link} to="/auth/activate" variant="default">{t('Activate')}</Button>
        </div>
      )}
    </AuthFrame>
  )
}

function leadOf(company: CompanyAnswer | undefined): string {
  if (company?.provider?.isOnly) return t('People of {company} sign in with {name}.', { company: company.displayName, name: company.provider.name })
  return company?.isWindowsAuth ? t('Use your Windows account of {company}.', { company: company.displayName }) : t('Use the e-mail address your organisation knows you by.')
}
