import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { addPasskey } from '../../api/authenticators.ts'
import { fieldProblem } from '../form-failures.ts'
import { Refusal } from '../Refusal.tsx'
import { SubmitForm } from '../SubmitForm.tsx'

const MAX_NAME_LENGTH = 60

/** Names a passkey and has the browser create it. */
export function PasskeyDialog({ onAdded, onClose }: { onAdded: (recoveryCodes: string[], message: string) => void; onClose: () => void }) {
  const [name, setName] = useState(t('Passkey of this device'))
  const add = useMutation({ mutationFn: addPasskey, onSuccess: ({ data, message }) => onAdded(data.recoveryCodes, message) })
  return (
    <Modal opened onClose={onClose} title={t('Add a passkey')} size={420} centered>
      <SubmitForm onSubmit={() => add.mutate(name.trim())}>
        <Text>{t('Your browser asks for your fingerprint, your face, a PIN or a security key. None of this leaves the device.')}</Text>
        <Refusal error={add.error} />
        <TextInput label={t('Name')} description={t('To recognise it later')} maxLength={MAX_NAME_LENGTH} data-autofocus value={name} error={fieldProblem(add.error, 'name')} onChange={(event) => setName(event.currentTarget.value)} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" loading={add.isPending}>{t('Continue')}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}
