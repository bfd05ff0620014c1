import { Alert, Button, Group, Modal, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t, type JsonObject } from '../../../core/index.ts'
import type { OverlayPreview, OverlayTargets } from '../../../contract/index.ts'
import { overlayOutlineQuery, overlayTargetsQuery } from '../../api/overlays.ts'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { ChangeLine } from '../../ui/ChangeLine.tsx'
import { confirmedLeaving } from '../../ui/confirm.ts'
import { Icon } from '../../ui/icons.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { ArrangeFields, type Finding } from './arrange/ArrangeFields.tsx'
import arranging from './arrange/Arrange.module.css'
import { ChangeList } from './arrange/ChangeList.tsx'
import { without } from './arrange/deeds.ts'
import { outlineOf } from './arrange/outline.ts'
import { changesIn, propertyName, withCaptions } from './arrange/words.ts'
import { partsOf } from './layers.ts'
import { shortValue } from './operations.ts'
import { OverlayEditor } from './OverlayEditor.tsx'
import { operationOf } from './overlay-text.ts'
import classes from './Overlays.module.css'
import { useOverlayDraft, type Draft } from './use-overlay-draft.ts'
import { WhomSelect } from './WhomSelect.tsx'

/** Arranges the fields of a type for a company, a role or a person, or edits the overlay as JSON; both change the same operations. */
export function OverlayDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { targets, text, isTouched, aimed, operations, problems, preview, refusal, isTrying, isPublishing, write, operate, aim, tryOut, publish } = useOverlayDraft(draft, onClose)
  const [isAdvanced, setAdvanced] = useState(false)
  const isPhone = useIsPhone()
  const { layer, name } = partsOf(aimed.whom)
  const answer = useQuery(overlayOutlineQuery({ type: aimed.type, layer, name, replaces: draft.id }))
  const whom = useWhomTitle(targets, aimed.whom)
  const outline = useMemo(() => answer.data && outlineOf(answer.data, operations ?? []), [answer.data, operations])
  const changes = changesIn(operations ?? [], outline?.before)
  const findings = problems.map((problem): Finding => ({ operation: operationOf(problem), message: outline ? withCaptions(problem.message, outline.before) : problem.message, severity: problem.severity }))
  const type = targets?.types.find(({ id }) => id === aimed.type)?.title ?? ''
  useLeaveGuard({ isGuarded: isTouched, question: t('This overlay is not published. Leave without publishing it?') })
  const arranged = useRef<HTMLDivElement>(null)
  // The answer of the server may stand out of sight.
  useEffect(() => {
    // Some browsers return a promise, which is no clean-up.
    void arranged.current?.querySelector('[data-severity], [data-preview]')?.scrollIntoView({ block: 'center' })
  }, [problems, preview])
  const close = async () => {
    if (isTouched && !(await confirmedLeaving({ text: t('Discard what you wrote?'), acceptLabel: t('Discard'), rejectLabel: t('Stay') }))) return
    onClose()
  }
  const submit = () => publish({
    text: t({ one: 'Publish this change of {type} for {whom}? It takes effect at once.', other: 'Publish these {count} changes of {type} for {whom}? They take effect at once.' }, { count: changes.length, type, whom }),
    detail: changes.map((change) => change.text).join('\n'),
  })
  return (
    <Modal opened onClose={() => void close()} size={1120} fullScreen={isPhone} title={draft.title} closeOnClickOutside={false} closeButtonProps={{ 'aria-label': t('Close') }}>
      <SubmitForm onSubmit={submit}>
        {refusal !== '' && <Alert color="warning" role="alert">{refusal}</Alert>}
        {!draft.overlay && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect label={t('Document type')} data={(targets?.types ?? []).map(({ id, title }) => ({ value: id, label: title }))} value={aimed.type} onChange={({ currentTarget: { value } }) => aim({ type: value })} />
            <WhomSelect label={t('For')} targets={targets} value={aimed.whom} hasRoles={targets?.isForRoles === true} onChange={(next) => aim({ whom: next })} />
          </SimpleGrid>
        )}
        {operations === undefined && <Alert color="warning" role="alert">{t('The JSON below cannot be read. Correct it there to go on arranging fields.')}</Alert>}
        {operations && (
          <div className={arranging.columns} ref={arranged}>
            <ArrangeFields key={`${aimed.type} ${aimed.whom}`} answer={answer} outline={outline} operations={operations} findings={findings} isForPerson={layer === 'user'} onChange={operate} />
            <div className={arranging.aside}>
              <ChangeList changes={changes} findings={findings} onUndo={({ indexes }) => operate(without(operations, indexes))} />
              {preview && <Preview changes={preview} type={outline?.before ?? {}} />}
            </div>
          </div>
        )}
        <div>
          <Button variant="subtle" color="gray" size="sm" aria-expanded={isAdvanced} leftSection={<Icon name={isAdvanced ? 'chevron-up' : 'chevron-down'} size={16} />} onClick={() => setAdvanced(!isAdvanced)}>{t('Advanced: the overlay as JSON')}</Button>
          {(isAdvanced || operations === undefined) && (
            <>
              <Text size="sm" c="dimmed" mt="xs" mb="xs">{t('Each operation says what it does (set, add, hide, move, tighten or replace-rule), at which property of the manifest, and the new value.')}</Text>
              <OverlayEditor text={text} problems={problems} onChange={write} />
            </>
          )}
        </div>
        <Group justify="flex-end" gap="sm" className={classes.actions ?? ''}>
          <Button variant="default" onClick={() => void close()} disabled={isPublishing}>{t('Cancel')}</Button>
          <Button variant="default" loading={isTrying} disabled={isPublishing} onClick={tryOut}>{t('Preview')}</Button>
          <Button type="submit" loading={isPublishing} disabled={isTrying}>{t('Publish')}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}

/** Whom the overlay is for, as a question names them. */
function useWhomTitle(targets: OverlayTargets | undefined, whom: string): string {
  const { layer, name } = partsOf(whom)
  const people = useQuery({ ...overlayTargetsQuery(name), enabled: layer === 'user' })
  if (layer === 'role') return t('everybody with the role {name}', { name })
  if (layer === 'user') return people.data?.people.find(({ id }) => id === name)?.name ?? name
  return targets?.companies.find(({ id }) => id === name)?.name ?? name
}

function Preview({ changes, type }: { changes: OverlayPreview['changes']; type: JsonObject }) {
  return (
    <section className={classes.preview} aria-label={t('What changes')} role="status" data-preview>
      <Text size="sm" fw={600}>{changes.length === 0 ? t('This overlay makes no changes.') : t('It can be published.')}</Text>
      {changes.length > 0 && (
        <>
          <Text size="sm" c="dimmed">{t('The server tried it on stored records and found nothing wrong.')}</Text>
          <details>
            <summary>{t({ one: 'What changes, before and after', other: 'All {count} changes, before and after' }, { count: changes.length })}</summary>
            <ul>{changes.map(({ path, from, to }) => <li key={path}><ChangeLine title={propertyName(path, type)} from={from === null ? t('not there') : shortValue(from)} to={to === null ? t('removed') : shortValue(to)} /></li>)}</ul>
          </details>
        </>
      )}
    </section>
  )
}
