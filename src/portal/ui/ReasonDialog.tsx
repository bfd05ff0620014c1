import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { SubmitForm } from './SubmitForm.tsx'

const LONGEST = 250

interface ReasonDialogProps {
  title: string
  /** What is asked before, where the type asks something. */
  question?: string | undefined
  /** What is said where none is given. */
  required?: string | undefined
  isDanger: boolean
  isBusy: boolean
  /** Answers why it was refused; undefined when it went. */
  onSubmit: (reason: string) => Promise<string | undefined>
  onClose: () => void
}

/** Why a document is rejected or returned; the sender reads it. */
export function ReasonDialog({ title, question, required = 'Reason is required', isDanger, isBusy, onSubmit, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (): Promise<void> => {
    if (reason.trim() === '') return setError(required)
    setError(await onSubmit(reason.trim()))
  }
  return (
    <Modal opened onClose={onClose} title={title} centered size={440} closeButtonProps={{ 'aria-label': 'Close' }}>
      <SubmitForm onSubmit={submit}>
        {question && <Text size="sm">{question}</Text>}
        <Textarea
          label="Reason" required data-autofocus autosize minRows={3} maxRows={8} maxLength={LONGEST} value={reason} error={error}
          description={reason.length === 0 ? `${LONGEST} characters max` : `${LONGEST} characters max, ${LONGEST - reason.length} left`}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy}>Cancel</Button>
          <Button type="submit" loading={isBusy} {...(isDanger ? { color: 'error' } : {})}>{title}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}
