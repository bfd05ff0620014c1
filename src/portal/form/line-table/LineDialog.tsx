import { Button, Group, Modal } from '@mantine/core'
import { useMemo, useState } from 'react'
import { t } from '../../../core/index.ts'
import type { CompiledType, Json } from '../../../core/index.ts'
import { FormEnvironmentProvider, useFormEnvironment } from '../environment.ts'
import { FieldsForm } from '../FieldsForm.tsx'
import { FieldsText } from '../FieldsText.tsx'
import type { FormModel } from '../form-model.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { confirmedLeaving } from '../../ui/confirm.ts'
import { useFocusReturn } from '../use-focus-return.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'

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

/**
 * Further fields of a line. Changes take effect as they are typed, so that rules run. Close restores the previous values, after a
 * confirmation if changes would be lost.
 */
export function LineDialog({ compiled, model, array, index, dialog, title, fields, canEdit, onClose }: LineDialogProps) {
  useFocusReturn()
  const isPhone = useIsPhone()
  const prefix = `${array}.${index}.`
  const [before] = useState(() => fields.map((name): [string, Json | undefined] => [prefix + name, model.value(prefix + name)]))
  const form = useMemo(() => compiled.formSchema(`line:${array}.${dialog}`), [compiled, array, dialog])
  const environment = useFormEnvironment()
  const inside = useMemo(() => ({ ...environment, idPrefix: `${environment.idPrefix}-dialog` }), [environment])

  const putBack = async (): Promise<void> => {
    const changed = canEdit ? before.filter(([path, value]) => model.value(path) !== value) : []
    const question = { title: t('Unsaved changes'), text: t('Discard what you changed in {title}, line {number}?', { title, number: index + 1 }), acceptLabel: t('Discard'), rejectLabel: t('Keep editing'), tone: 'danger' } as const
    if (changed.length > 0 && !(await confirmedLeaving(question))) return
    for (const [path, value] of changed) model.set(path, value)
    onClose()
  }

  return (
    <Modal opened onClose={() => void putBack()} title={t('{title}, line {number}', { title, number: index + 1 })} size="lg" fullScreen={isPhone} closeButtonProps={{ 'aria-label': t('Close without saving') }}>
      <FormEnvironmentProvider value={inside}>
        <SubmitForm onSubmit={onClose}>
          {canEdit ? <FieldsForm form={form} prefix={prefix} columns={2} focusesFirst /> : <FieldsText names={fields} prefix={prefix} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => void putBack()}>{t('Close')}</Button>
            {canEdit && <Button type="submit">{t('Save')}</Button>}
          </Group>
        </SubmitForm>
      </FormEnvironmentProvider>
    </Modal>
  )
}
