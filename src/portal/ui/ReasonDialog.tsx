import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { MAX_REASON_LENGTH, reasonIssue, t } from '../../core/index.ts'
import type { ClientManifest } from '../../contract/index.ts'
import { keepInput, useKeptText } from './kept-input.ts'
import { SubmitHint } from './SubmitHint.tsx'
import { SubmitForm } from './SubmitForm.tsx'

interface ReasonDialogProps {
  title: string
  decision: 'reject' | 'return'
  documentType: string
  documentNo: string
  /** The document's manifest; undefined until loaded, while only the server checks the reason. */
  manifest: ClientManifest | undefined
  isBusy: boolean
  /** Returns the error message; undefined on success. */
  onSubmit: (reason: string) => Promise<string | undefined>
  onClose: () => void
  /** Set if the focus does not return to where it was: the caller moves it. */
  movesFocus?: boolean
}

/** Asks why a document is rejected or returned; the sender sees the reason. */
export function ReasonDialog({ title, decision, documentType, documentNo, manifest, isBusy, onSubmit, onClose, movesFocus = false }: ReasonDialogProps) {
  const question = `${decision} ${documentType} ${documentNo}`
  const [reason, setReason] = useKeptText(question)
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const submit = async (): Promise<void> => {
    const issue = manifest === undefined ? undefined : reasonIssue(manifest, decision, documentNo, reason)
    const refusal = issue?.message ?? await onSubmit(reason.trim())
    setError(refusal)
    if (refusal === undefined) keepInput(question, undefined)
    else area.current?.focus()
  }
  // Disabled to the eye and the ear, as the manifest says; pressed all the same, it says what is missing, as it does for other types.
  const waits = manifest?.actions[decision]?.waitsForInput === true && reason.trim() === '' && { 'data-disabled': true, 'aria-disabled': true }
  const asked = manifest?.actions[decision]?.confirm?.text
  return (
    <Modal opened onClose={onClose} returnFocus={!movesFocus} title={title} centered size={520} closeButtonProps={{ 'aria-label': t('Close') }}>
      <SubmitForm onSubmit={submit}>
        {asked !== undefined && <Text size="sm">{asked}</Text>}
        <Textarea
          ref={area} label={t('Reason')} required data-autofocus autosize minRows={3} maxRows={8} maxLength={MAX_REASON_LENGTH} value={reason} error={error}
          description={reason.length === 0 ? t('{limit} characters max', { limit: MAX_REASON_LENGTH }) : t('{limit} characters max, {left} left', { limit: MAX_REASON_LENGTH, left: MAX_REASON_LENGTH - reason.length })}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <Group justify="flex-end" gap="sm">
          <SubmitHint />
          <Button variant="default" onClick={onClose} disabled={isBusy}>{t('Cancel')}</Button>
          <Button type="submit" loading={isBusy} {...waits} {...(decision === 'reject' ? { color: 'error' } : {})}>{title}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}
