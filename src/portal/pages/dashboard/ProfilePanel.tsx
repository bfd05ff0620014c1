import { Avatar, Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ProfileCard, ProfileFact, ProfileLink } from '../../../contract/index.ts'
import { pathTo } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useAvatar } from '../../shell/use-avatar.ts'
import { formatDate, initials } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './Dashboard.module.css'

/** The current user's profile in the organisation. */
export function ProfilePanel({ profile }: { profile: ProfileCard }) {
  const { user } = usePortal()
  const avatar = useAvatar()
  return (
    <section className={`dirisha-panel ${classes.profile ?? ''}`} aria-label={t('My profile')}>
      <div className={classes.person}>
        <Avatar size={68} radius="50%" color="primary" variant="filled" alt="" src={avatar}>{initials(user.name)}</Avatar>
        <div className={classes.personText}>
          <Title order={2} className={classes.personName ?? ''}>{profile.name}</Title>
          {profile.subtitle !== '' && <Text c="dimmed" lh={1.35}>{profile.subtitle}</Text>}
          <Chip isApprover={profile.isApprover} />
        </div>
      </div>
      <dl className={classes.facts}>
        {profile.fields.map((fact) => <Fact key={fact.id} fact={fact} />)}
      </dl>
      {profile.buttons.length > 0 && (
        <div className={classes.buttons}>
          {profile.buttons.map((button) => <ProfileButton key={button.id} button={button} />)}
        </div>
      )}
    </section>
  )
}

function Chip({ isApprover }: { isApprover: boolean }) {
  return (
    <span className={classes.chip} data-approver={isApprover || undefined}>
      <Icon name={isApprover ? 'rosette-check' : 'user'} size={15} stroke={2} />
      {isApprover ? t('Approver') : t('Employee')}
    </span>
  )
}

function Fact({ fact }: { fact: ProfileFact }) {
  return (
    <div className={classes.fact} data-fact={fact.id}>
      <dt><Icon name={fact.icon ?? undefined} fallback="info-circle" size={17} />{fact.title}</dt>
      <dd><FactValue fact={fact} /></dd>
    </div>
  )
}

function FactValue({ fact: { value, format } }: { fact: ProfileFact }) {
  if (value === '') return <Text span c="dimmed" aria-label={t('empty')}>–</Text>
  if (format === 'date') return formatDate(value)
  return format === 'email' ? <a href={`mailto:${value}`}>{value}</a> : value
}

function ProfileButton({ button }: { button: ProfileLink }) {
  const { bootstrap } = usePortal()
  const page = bootstrap.pages[button.page]
  if (!page) return null
  const icon = button.icon === null ? {} : { leftSection: <Icon name={button.icon} size={17} /> }
  if (!button.isEnabled) return <Button variant="default" disabled {...icon}>{button.title}</Button>
  return <Button variant="default" component={Link} to={pathTo(page, button.key ?? undefined)} {...icon}>{button.title}</Button>
}
