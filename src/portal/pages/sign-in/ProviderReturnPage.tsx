import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { needsCode } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { sendProviderProof, type ProviderProof } from '../../api/provider-proof.ts'
import { startSession } from '../../api/session.ts'
import { signInFromProvider } from '../../api/sign-in.ts'
import { toast } from '../../ui/toasts.ts'
import { useLeaveWhenSignedIn } from './arrival.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { awaitCode } from './pending-code.ts'
import { readReturn, type ProviderReturn } from './provider-return.ts'

/** The return address of a sign-in at the identity provider. Redirects: into the portal, to the code page, or back with an error. */
export function ProviderReturnPage() {
  const [{ proof, ...returned }] = useState(readReturn(useLocation().hash))
  return proof === undefined ? <SignInReturn {...returned} /> : <ProofReturn proof={proof} />
}

/** Runs in the separate window of a step-up: reports to the waiting window and closes. */
function ProofReturn({ proof }: { proof: ProviderProof }) {
  useEffect(() => {
    sendProviderProof(proof)
    window.close()
  }, [proof])
  return <AuthFrame screen="shell.provider-return" title={t('Confirmation')} lead={<span role="status">{proof.refusal ?? t('You have confirmed that it is you.')} {t('You can close this window.')}</span>} />
}

function SignInReturn({ code, refusal }: Omit<ProviderReturn, 'proof'>) {
  useLeaveWhenSignedIn()
  const navigate = useNavigate()
  const signInPage = (said?: string) => void navigate('/auth/login', { replace: true, ...(said !== undefined && { state: { refusal: said } }) })
  const login = useMutation({
    mutationFn: signInFromProvider,
    onSuccess: ({ data, message }) => {
      if (needsCode(data)) {
        awaitCode(data)
        void navigate('/auth/verify/otp', { replace: true })
        return
      }
      startSession(data)
      if (message) toast.arrival(message)
    },
    onError: (error) => signInPage(messageOf(error)),
  })
  // The code is single-use, so it must be sent only once, however often this renders.
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    if (code === undefined) return signInPage(refusal)
    // Removes the code from the address, and so from the window's history.
    void navigate({ hash: '' }, { replace: true })
    login.mutate(code)
  })
  return <AuthFrame screen="shell.provider-return" title={t('Sign in')} lead={<span role="status" data-loading>{t('Signing you in…')}</span>} />
}
