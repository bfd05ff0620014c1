import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { t } from '../../../core/index.ts'
import type { JsonObject, ResolvedAction } from '../../../core/index.ts'
import { FormEnvironmentProvider, useFormEnvironment } from '../../form/environment.ts'
import { FieldsForm } from '../../form/FieldsForm.tsx'
import { InputModel } from '../../form/input-model.ts'
import { FieldSourceProvider } from '../../form/use-field.ts'
import { useFocusReturn } from '../../form/use-focus-return.ts'
import { fittingUnderway } from '../../ui/file/fitting-file.ts'
import { keepInput, keptInput } from '../../ui/kept-input.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { usePortal } from '../../sdk.ts'
import { aboutCard } from './about-card.ts'
import { fieldAt } from './environment-of.ts'
import { ShownValues } from './ShownValues.tsx'
import type { Card } from './use-card.ts'

/** The input that an action asks for before it runs; with `saves`, the card's changes are saved first. */
export function InputDialog({ card, action, saves, onDone, onClose }: { card: Card; action: ResolvedAction; saves: boolean; /** Called once the action has run. */ onDone?: () => void; onClose: () => void }) {
  useFocusReturn()
  const portal = usePortal()
  const { caption, company } = portal
  const [shape] = useState(() => card.compiled.askedInput(action.id, card.docFor(saves), card.context()))
  // Nothing is kept for a new record: the next one would begin with it.
  const question = card.keyOf === undefined ? undefined : `${action.id} ${card.manifest.id} ${card.keyOf}`
  const [model] = useState(() => new InputModel(shape, {
    value: (expression) => card.compiled.value(expression, card.docFor(saves), card.context()),
    check: (values) => [...card.compiled.actionIssues(action.id, card.docFor(saves), undefined, { ...card.context(), input: values }), ...card.compiled.checkInput(action.id, values, card.context()).issues],
    bounds: (values) => card.compiled.inputBounds(action.id, card.docFor(saves), { ...card.context(), input: values }),
    unavailable: (field, values) => card.compiled.unavailableInInput(action.id, field, card.docFor(saves), { ...card.context(), input: values }),
  }, keptInput(question) as JsonObject | undefined))
  const [isComplete, setComplete] = useState(() => model.isComplete())
  useEffect(() => model.subscribe('', () => {
    keepInput(question, model.entered())
    setComplete(model.isComplete())
  }), [model, question])
  const form = useMemo(() => card.compiled.formSchema(`action:${action.id}`), [card.compiled, action.id])
  const around = useFormEnvironment()
  const environment = useMemo(() => ({
    ...around,
    idPrefix: 'input',
    isSaidAbove: () => false,
    fieldOf: (path: string) => fieldAt(shape.fields, path),
    optionAllowed: (path: string, option: Parameters<typeof around.optionAllowed>[1]) =>
      card.compiled.optionAllowed(`action:${action.id}.${path}`, option, card.docFor(saves), { ...card.context(), input: model.values() }),
  }), [around, shape, card, action.id, saves, model])

  const submit = async (): Promise<void> => {
    if (fittingUnderway()) await fittingUnderway()
    if (!model.validate()) return
    const refused = await card.act(action, { input: model.values(), saves })
    if (refused.length > 0) model.refuse(refused)
    else {
      keepInput(question, undefined)
      onClose()
      onDone?.()
    }
  }
  const [about] = useState(() => aboutCard(card, portal, action))
  const isBusy = card.busy !== undefined
  const asked = action.confirm && !action.startsApproval ? card.compiled.message(action.confirm.text, { ...card.docFor(saves), no: card.keyOf ?? '' }, company.timeZone) : undefined
  return (
    <Modal opened onClose={onClose} title={caption(action.label)} centered closeButtonProps={{ 'aria-label': t('Close') }}>
      <FieldSourceProvider value={model}>
        <FormEnvironmentProvider value={environment}>
          <SubmitForm onSubmit={submit}>
            {asked !== undefined && <Text>{asked}</Text>}
            {about !== '' && <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{about}</Text>}
            <FieldsForm form={form} columns={1} focusesFirst />
            {action.shows !== undefined && <ShownValues shows={action.shows} valueOf={(expression) => card.compiled.value(expression, card.docFor(saves), { ...card.context(), input: model.values() })} />}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose} disabled={isBusy}>{action.tone === 'danger' ? t('Keep it') : t('Cancel')}</Button>
              <Button type="submit" loading={isBusy} disabled={action.waitsForInput && !isComplete} {...(action.tone === 'danger' ? { color: 'error' } : {})}>{caption(action.label)}</Button>
            </Group>
          </SubmitForm>
        </FormEnvironmentProvider>
      </FieldSourceProvider>
    </Modal>
  )
}
