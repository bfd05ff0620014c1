import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../../core/index.ts'
import { messageOf } from '../../api/client.ts'
import { onProviderProof, openProviderProof } from '../../api/provider-proof.ts'

/** Confirms the user's identity at their identity provider, in a separate window. */
export function ProviderProofButton({ onShown }: { onShown: () => void }) {
  const [refusal, setRefusal] = useState<string>()
  const open = useMutation({ mutationFn: openProviderProof, onMutate: () => setRefusal(undefined), onError: (error) => setRefusal(messageOf(error)) })
  useEffect(() => onProviderProof((proof) => (proof.refusal === undefined ? onShown() : setRefusal(proof.refusal))), [onShown])
  return (
    <Stack gap="md">
      {refusal !== undefined && <Alert color="error" icon={<IconAlertTriangle aria-hidden />}>{refusal}</Alert>}
      <Text>{t('Confirm with your organisation’s account in a new window.')}</Text>
      <Button size="md" leftSection={<IconExternalLink size={20} aria-hidden />} loading={open.isPending} onClick={() => open.mutate()}>{t('Confirm there')}</Button>
    </Stack>
  )
}
