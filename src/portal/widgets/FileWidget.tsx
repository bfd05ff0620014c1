import { ActionIcon, Button, FileButton, Group, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/index.ts'
import { messageOfFile } from '../form/file-value.ts'
import { FileLink } from '../form/FileLink.tsx'
import { Icon, readBase64 } from '../sdk.ts'
import { fitFile, makingSmaller, mustBeFitted, sizeText } from '../ui/file/fitting-file.ts'
import type { WidgetProps } from './widget.ts'

/** A single file as a field value: choose or photograph, preview, remove. It is sent with the document. A picture that is too large is made smaller. */
export function FileWidget({ id, label, description, field, value, error, required, disabled, bare, onChange, onBlur }: WidgetProps) {
  const [problem, setProblem] = useState<string>()
  const [note, setNote] = useState<string>()
  const limits = field.file
  const choose = async (chosen: File | null): Promise<void> => {
    if (!chosen || !limits) return
    setNote(mustBeFitted(limits, chosen) ? makingSmaller() : undefined)
    await fitFile(limits, chosen, async ({ file, was }) => {
      setNote(was === undefined ? undefined : sizeText({ size: file.size, was }))
      const refused = messageOfFile(limits, file)
      setProblem(refused)
      if (refused !== undefined) return
      onChange({ fileName: file.name, mediaType: file.type, size: file.size, attachment: await readBase64(file) })
      onBlur()
    })
  }
  const accept = (limits?.types ?? []).map((type) => `.${type}`).concat(limits?.types.includes('jpeg') ? ['.jpg'] : []).join(',')
  const shownError = problem ?? error
  return (
    <Input.Wrapper {...(bare ? {} : { label, description })} required={required} error={shownError} id={id} inputWrapperOrder={['label', 'input', 'description', 'error']}>
      <Group gap={6} wrap="nowrap" mih={36} data-path={id}>
        {value === undefined ? (
          <FileButton onChange={(file) => void choose(file)} accept={accept} disabled={disabled} inputProps={{ 'aria-label': label }}>
            {(props) => <Button {...props} id={id} variant="default" size="xs" h={36} disabled={disabled} aria-label={t('Choose a file: {label}', { label })} {...(shownError ? { 'aria-invalid': true } : {})} leftSection={<Icon name="paperclip" size={16} />}>{t('Choose file')}</Button>}
          </FileButton>
        ) : (
          <>
            <Text span size="sm" style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}><FileLink value={value} /></Text>
            {!disabled && <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('Remove the file: {label}', { label })} onClick={() => {
              setNote(undefined)
              onChange(undefined)
            }}><Icon name="x" size={16} /></ActionIcon>}
          </>
        )}
      </Group>
      <Text size="xs" c="dimmed" role="status">{note}</Text>
    </Input.Wrapper>
  )
}
