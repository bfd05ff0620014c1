import { Button, Group, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef } from 'react'
import type { CompiledType, Json } from '../../../core/index.ts'
import { FormEnvironmentProvider, useFormEnvironment } from '../environment.ts'
import { FieldsForm } from '../FieldsForm.tsx'
import { FieldsText } from '../FieldsText.tsx'
import type { FormModel } from '../form-model.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { useFocusReturn } from '../use-focus-return.ts'

interface LineDialogProps {
  compiled: CompiledType
  model: FormModel
  array: string
  index: number
  dialog: string
  title: string
  fields: string[]
  canEdit: boolean
  onClose: () => void
}

/** Further fields of a line. They take effect as they are typed, so that rules answer; Close puts back what was there. */
export function LineDialog({ compiled, model, array, index, dialog, title, fields, canEdit, onClose }: LineDialogProps) {
  useFocusReturn()
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const prefix = `${array}.${index}.`
  const before = useRef<Record<string, Json | undefined>>(undefined)
  before.current ??= { ...(model.value(`${array}.${index}`) as Record<string, Json>) }
  const form = useMemo(() => compiled.formSchema(`line:${array}.${dialog}`), [compiled, array, dialog])
  const environment = useFormEnvironment()
  const inside = useMemo(() => ({ ...environment, idPrefix: `${environment.idPrefix}-dialog` }), [environment])

  const putBack = (): void => {
    for (const name of canEdit ? fields : []) {
      if (model.value(prefix + name) !== before.current?.[name]) model.set(prefix + name, before.current?.[name])
    }
    onClose()
  }

  return (
    <Modal opened onClose={putBack} title={`${title}, line ${index + 1}`} size="lg" fullScreen={isPhone} closeButtonProps={{ 'aria-label': 'Close without saving' }}>
      <FormEnvironmentProvider value={inside}>
        <SubmitForm onSubmit={onClose}>
          {canEdit ? <FieldsForm form={form} prefix={prefix} columns={2} focusesFirst /> : <FieldsText names={fields} prefix={prefix} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={putBack}>Close</Button>
            {canEdit && <Button type="submit">Save</Button>}
          </Group>
        </SubmitForm>
      </FormEnvironmentProvider>
    </Modal>
  )
}
