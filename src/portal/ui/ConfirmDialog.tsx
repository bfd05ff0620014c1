import { Button, Checkbox, FileInput, Group, Modal, NumberInput, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { isBlank, t } from '../../core/index.ts'
import { cancelConfirm, closeConfirm, useAskedConfirm } from './confirm.ts'
import type { ConfirmParams } from './confirm.ts'
import { keepInput, useKeptText } from './kept-input.ts'
import { readBase64 } from './files.ts'
import { SubmitForm } from './SubmitForm.tsx'

/**
 * Dialogs have 200, dropdowns of fields 300. With equal values the one mounted later is on top, and this is mounted once, before most
 * dialogs.
 */
const ABOVE_DIALOGS = 210

/** Mounted once, above every screen and its dialogs. */
export function ConfirmDialog() {
  const asked = useAskedConfirm()
  return (
    <Modal opened={asked !== null} onClose={cancelConfirm} title={asked?.title ?? t('Please confirm')} size={asked?.otherLabel === undefined ? 400 : 480} centered zIndex={ABOVE_DIALOGS} transitionProps={{ duration: 120 }}>
      {asked && <Question key={asked.text} asked={asked} />}
    </Modal>
  )
}

/** Keyed by its text, so that input for one question never appears in the next; a text is kept until the same is asked again. */
function Question({ asked }: { asked: ConfirmParams }) {
  const question = asked.input ? `${asked.text} ${asked.detail ?? ''}` : undefined
  const [text, setText] = useKeptText(question)
  const [number, setNumber] = useState<number | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isTicked, setTicked] = useState(false)
  const [failed, setFailed] = useState(false)
  const label = asked.label ?? t('Comment')
  const missing = (isMissing: boolean | undefined): string | false => failed && isMissing === true && t('{label} is required', { label })

  const accept = async () => {
    const isMissing = (asked.input && isBlank(text)) || (asked.numberInput && number === null) || (asked.fileInput && file === null)
    if (isMissing) return setFailed(true)
    const attached = file ? { attachment: await readBase64(file), fileName: file.name } : null
    closeConfirm()
    keepInput(question, undefined)
    asked.onConfirm?.({ text: text.trim(), number, file: attached, isTicked })
  }
  const leave = (go: (() => void) | undefined) => {
    closeConfirm()
    go?.()
  }

  return (
    <SubmitForm onSubmit={accept}>
      <Text>{asked.text}</Text>
      {asked.detail && <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{asked.detail}</Text>}
      {asked.input && (
        <Textarea
          label={label} required data-autofocus autosize minRows={2} maxRows={6} value={text} error={missing(isBlank(text))}
          onChange={(event) => setText(event.currentTarget.value)}
          {...(asked.maxLength ? { maxLength: asked.maxLength, description: t('{left} characters left', { left: asked.maxLength - text.length }) } : {})}
        />
      )}
      {asked.numberInput && (
        <NumberInput label={label} required min={0} allowNegative={false} value={number ?? ''} error={missing(number === null)}
          onChange={(value) => setNumber(typeof value === 'number' ? value : null)} />
      )}
      {asked.fileInput && <FileInput label={label} required accept="image/*,application/pdf" value={file} onChange={setFile} error={missing(file === null)} clearable />}
      {asked.box && <Checkbox label={asked.box} checked={isTicked} onChange={(event) => setTicked(event.currentTarget.checked)} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => leave(() => asked.onCancel?.({ isTicked }))}>{asked.rejectLabel ?? t('No')}</Button>
        {asked.otherLabel && <Button variant="default" onClick={() => leave(asked.onOther)}>{asked.otherLabel}</Button>}
        <Button type="submit" color={asked.tone === 'danger' ? 'error' : 'primary'} data-autofocus={!asked.input && !asked.numberInput && !asked.fileInput ? true : undefined}>
          {asked.acceptLabel ?? t('Yes')}
        </Button>
      </Group>
    </SubmitForm>
  )
}
