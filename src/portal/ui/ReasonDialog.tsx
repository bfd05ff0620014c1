import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MAX_REASON_LENGTH, reasonIssue } from '../../core/index.ts'
import type { ClientManifest } from '../../contract/index.ts'
import { SubmitForm } from './SubmitForm.tsx'

interface ReasonDialogProps {
  title: string
  decision: 'reject' | 'return'
  documentNo: string
  /** Of the document; undefined until it is loaded, when the server alone says what is wrong. */
  manifest: ClientManifest | undefined
  isBusy: boolean
  /** Answers why it was refused; undefined when it went. */
  onSubmit: (reason: string) => Promise<string | undefined>
  onClose: () => void
}

/** Why a document is rejected or returned; the sender reads it. */
export function ReasonDialog({ title, decision, documentNo, manifest, isBusy, onSubmit, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (): Promise<void> => {
    const issue = manifest === undefined ? undefined : reasonIssue(manifest, decision, documentNo, reason)
    setError(issue?.message ?? await onSubmit(reason.trim()))
  }
  const question = manifest?.actions[decision]?.confirm?.text
  return (
    <Modal opened onClose={onClose} title={title} centered size={440} closeButtonProps={{ 'aria-label': 'Close' }}>
      <SubmitForm onSubmit={submit}>
        {question !== undefined && <Text size="sm">{question}</Text>}
        <Textarea
          label="Reason" required data-autofocus autosize minRows={3} maxRows={8} maxLength={MAX_REASON_LENGTH} value={reason} error={error}
          description={reason.length === 0 ? `${MAX_REASON_LENGTH} characters max` : `${MAX_REASON_LENGTH} characters max, ${MAX_REASON_LENGTH - reason.length} left`}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy}>Cancel</Button>
          <Button type="submit" loading={isBusy} {...(decision === 'reject' ? { color: 'error' } : {})}>{title}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}
