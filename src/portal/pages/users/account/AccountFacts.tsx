import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../core/index.ts'
import { ACCOUNT_FLAGS, type UserRow } from '../../../../contract/index.ts'
import { companiesQuery } from '../../../api/companies.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { FIELD_TITLES, roleTitles } from '../fields.ts'
import classes from './Account.module.css'

/** The account's user and rights; empty values are omitted. */
export function AccountFacts({ user }: { user: UserRow }) {
  const companies = useQuery(companiesQuery())
  const nameOf = (code: string) => companies.data?.find(({ id }) => id === code)?.displayName ?? code
  const facts: [string, string][] = [
    [t('Employee Number'), user.employee ?? ''], [t('Windows account'), user.username ?? ''], [t('Gender'), t<string>(user.gender ?? '')],
    [t('Default Company'), user.default_company === null ? '' : nameOf(user.default_company)],
    [t('Other companies'), user.companies.filter((code) => code !== user.default_company).map(nameOf).join(', ')],
    [t('Access'), ACCOUNT_FLAGS.filter((flag) => user[flag]).map((flag) => FIELD_TITLES[flag]).join(', ')], [t('Roles'), roleTitles(user.roles)],
    [t('Email verified'), user.email_verified_at === null ? t('Not yet') : formatDateTime(user.email_verified_at)],
    [t('Last sign-in'), user.last_sign_in === null ? t('Never') : formatDateTime(user.last_sign_in)],
    [t('Locked until'), user.locked_until === null ? '' : formatDateTime(user.locked_until)],
    [t('Deactivated because'), user.inactive_reason ?? ''],
  ]
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="account">
      <Title order={2} size="h4" id="account" mb="sm">{t('Account')}</Title>
      <dl className={classes.facts}>
        {facts.filter(([, value]) => value !== '').map(([title, value]) => <Fact key={title} title={title} value={value} />)}
      </dl>
    </section>
  )
}

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  )
}
