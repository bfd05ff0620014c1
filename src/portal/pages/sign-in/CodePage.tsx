import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { CODE_DIGITS } from '../../../contract/index.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToSignIn, useWayBack } from './BackToSignIn.tsx'
import { CodeForm } from './CodeForm.tsx'
import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { forgetPendingCode, isOfAuthenticator, keepPendingCode, keptPendingCode } from './pending-code.ts'
import type { PendingCode } from './pending-code.ts'
import classes from './AuthFrame.module.css'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'

/** The second step: the code that was sent, or an authenticator. Redirects if there was no first step. */
export function CodePage() {
  const [pending, setPending] = useState(keptPendingCode)
  const back = useWayBack()
  if (!pending) return <RedirectTo to={back} />
  const renew = (next: PendingCode) => {
    keepPendingCode(next)
    setPending(next)
  }
  // Also resets this page's state: a user who returns before the next page renders gets this same component.
  const end = () => {
    forgetPendingCode()
    setPending(null)
  }
  const way = <div className={classes.ways}><BackToSignIn onLeave={end} /></div>
  if (isOfAuthenticator(pending)) {
    return (
      <AuthFrame screen="shell.verify-authenticator" title={t('Confirm that it is you')} lead={t('One more step and you are signed in.')}>
        <AuthenticatorStep pending={pending} onEnd={end} />
        {way}
      </AuthFrame>
    )
  }
  return (
    <AuthFrame screen="shell.verify-code" title={t('Enter the code')} lead={pending.channel === 'sms' ? t('We sent a code of {digits} digits by SMS to {to}.', { digits: CODE_DIGITS, to: pending.to }) : t('We sent a code of {digits} digits by e-mail to {to}.', { digits: CODE_DIGITS, to: pending.to })}>
      <CodeForm pending={pending} onRenew={renew} onEnd={end} />
      {way}
    </AuthFrame>
  )
}
