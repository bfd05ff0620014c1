import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { ApiError, messageOf } from '../../api/client.ts'
import { linkQuery } from '../../api/sign-in.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'
import { SetPasswordForm } from './SetPasswordForm.tsx'
import classes from './AuthFrame.module.css'

const SCREEN = 'shell.set-password'
const TITLE = t('Set your password')

/** The target of a mailed link. The link is checked first, so that nobody thinks up a password for an expired one. */
export function SetPasswordPage() {
  const { token = '' } = useParams()
  const link = useQuery(linkQuery(token))
  if (link.isPending) return <AuthFrame screen={SCREEN} title={TITLE} lead={<span role="status" data-loading>{t('Checking your link…')}</span>} />
  if (!link.data) return <NoLink error={link.error} onRetry={() => void link.refetch()} />
  const { purpose, email, minLength } = link.data
  return (
    <AuthFrame screen={SCREEN} title={TITLE} lead={purpose === 'activation' ? t('It activates the account of {email}.', { email }) : t('A new password for the account of {email}.', { email })}>
      <SetPasswordForm token={token} minLength={minLength} />
      <div className={classes.ways}><BackToSignIn /></div>
    </AuthFrame>
  )
}

/** An expired link with the way to a new one, or an unreachable server. */
function NoLink({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOver = error instanceof ApiError && error.code.startsWith('link-')
  return (
    <AuthFrame screen={SCREEN} title={isOver ? t('This link is no longer valid') : t('The link could not be checked')} lead={messageOf(error)}>
      {isOver ? <Button component={Link} to="/auth/reset" size="md" fullWidth>{t('Ask for a new link')}</Button> : <Button size="md" fullWidth onClick={onRetry}>{t('Try again')}</Button>}
      <div className={classes.ways}><BackToSignIn /></div>
    </AuthFrame>
  )
}
