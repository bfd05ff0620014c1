import { Modal, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../../core/index.ts'
import { useSession } from '../../api/session.ts'
import { stepUp, stepUpByPasskey, stepUpQuery } from '../../api/authenticators.ts'
import { useStepUp } from '../../api/step-up.ts'
import { ErrorState } from '../ErrorState.tsx'
import { IsolatedQueries } from '../IsolatedQueries.tsx'
import { ProofForm } from './ProofForm.tsx'
import { ProviderProofButton } from './ProviderProofButton.tsx'

/** Above the confirmation that may have led to it, and below the dropdowns of fields. */
const ABOVE_QUESTIONS = 220

/** Mounted once: asks the user to confirm their identity for a call that waits for it. */
export function StepUpDialog() {
  const asked = useStepUp()
  const token = useSession()?.token
  // The question was for the previous session.
  useEffect(() => () => asked?.(false), [asked, token])
  return (
    <Modal opened={asked !== null} onClose={() => asked?.(false)} title={t('Confirm that it is you')} size={400} centered zIndex={ABOVE_QUESTIONS} transitionProps={{ duration: 120 }}>
      {asked && <IsolatedQueries><Ways onShown={() => asked(true)} /></IsolatedQueries>}
    </Modal>
  )
}

function Ways({ onShown }: { onShown: () => void }) {
  const { data, error, refetch } = useQuery(stepUpQuery())
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />
  return (
    <>
      <Text mb="md">{t('Please confirm that it is you. You will not be asked again for a few minutes.')}</Text>
      {data.ways.includes('provider') ? <ProviderProofButton onShown={onShown} /> : <ProofForm
        ways={data.ways} label={t('Continue')}
        prove={async (proof) => {
          await ('passkey' in proof ? stepUpByPasskey() : stepUp(proof))
          onShown()
        }}
      />}
    </>
  )
}
