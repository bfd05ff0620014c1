import { t } from '../../../core/index.ts'
import type { ProofWay } from '../../../contract/index.ts'
import { verifyPasskey } from '../../api/authenticators.ts'
import { ApiError } from '../../api/client.ts'
import { verifyCode } from '../../api/sign-in.ts'
import { ProofForm } from '../../ui/proof/ProofForm.tsx'
import { toast } from '../../ui/toasts.ts'
import { useArrival } from './arrival.ts'
import { forgetPendingCode } from './pending-code.ts'
import type { PendingAuthenticator } from './pending-code.ts'

const ARRIVAL_MS = 500

/** The second step with an app, a passkey or a recovery code. */
export function AuthenticatorStep({ pending: { challenge, kinds }, onEnd }: { pending: PendingAuthenticator; /** The sign-in has ended and must start again. */ onEnd: () => void }) {
  const { hasArrived, arrive } = useArrival(ARRIVAL_MS)
  const ways: ProofWay[] = [...kinds, 'recovery']
  return (
    <ProofForm
      ways={ways} isDone={hasArrived} label={t('Verify')}
      prove={async (proof) => {
        const { data, message } = 'passkey' in proof ? await verifyPasskey(challenge) : await verifyCode({ challenge, code: 'code' in proof ? proof.code : '' })
        forgetPendingCode()
        toast.arrival(message)
        arrive(data)
      }}
      onRefused={(error) => {
        if (!(error instanceof ApiError) || error.code !== 'challenge-ended') return
        toast.refusal(error.message)
        onEnd()
      }}
    />
  )
}
