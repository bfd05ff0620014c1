import { useState } from 'react'
import { CODE_DIGITS } from '../../../contract/index.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToSignIn, useWayBack } from './BackToSignIn.tsx'
import { CodeForm } from './CodeForm.tsx'
import { forgetPendingCode, keepPendingCode, keptPendingCode } from './pending-code.ts'
import type { PendingCode } from './pending-code.ts'
import classes from './AuthFrame.module.css'
import { LeadTo } from '../../navigation/LeadTo.tsx'

/** The second step: the code that was sent. Without a first step there is nothing to do here. */
export function CodePage() {
  const [pending, setPending] = useState(keptPendingCode)
  const back = useWayBack()
  if (!pending) return <LeadTo to={back} />
  const renew = (next: PendingCode) => {
    keepPendingCode(next)
    setPending(next)
  }
  // Also of this page itself: who comes back before the next one is drawn comes back to this very component.
  const end = () => {
    forgetPendingCode()
    setPending(null)
  }
  return (
    <AuthFrame screen="shell.verify-code" title="Enter the code" lead={`We sent a code of ${CODE_DIGITS} digits by ${pending.channel === 'sms' ? 'SMS' : 'e-mail'} to ${pending.to}.`}>
      <CodeForm pending={pending} onRenew={renew} onEnd={end} />
      <div className={classes.ways}><BackToSignIn onLeave={end} /></div>
    </AuthFrame>
  )
}
