import { Alert, Button, Group, Modal, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OverlayPreview, OverlayTargets } from '../../../contract/index.ts'
import { isObject, type FieldIssue, type JsonObject } from '../../../core/index.ts'
import { ApiError, messageOf } from '../../api/client.ts'
import { overlaysKey, overlayTargetsQuery, previewOverlay, publishOverlay } from '../../api/overlays.ts'
import { bootstrapQuery } from '../../api/queries.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { ChangeLine } from '../../ui/ChangeLine.tsx'
import { confirmedLeaving } from '../../ui/confirm.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { toast } from '../../ui/toasts.ts'
import { shortValue } from './operations.ts'
import { newOverlayText, placeIssues, readText, textOf, type Problem } from './overlay-text.ts'
import { OverlayEditor } from './OverlayEditor.tsx'
import classes from './Overlays.module.css'
import { WhomSelect } from './WhomSelect.tsx'

/** What is edited: a published overlay with its id, one to publish again without, or nothing yet. */
export interface Draft { id?: number; overlay?: JsonObject; title: string }

/** An overlay is written, tried and published. */
export function OverlayDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const targets = useQuery(overlayTargetsQuery())
  const { company } = usePortal()
  const client = useQueryClient()
  const [whom, setWhom] = useState(`company:${company.code}`)
  const [type, setType] = useState('')
  const [typed, setTyped] = useState(draft.overlay && textOf(draft.overlay))
  const [problems, setProblems] = useState<Problem[]>([])
  const [preview, setPreview] = useState<OverlayPreview['changes']>()
  const [refusal, setRefusal] = useState('')
  const first = draft.overlay ? textOf(draft.overlay) : firstText(targets.data, type, whom)
  const text = typed ?? first
  // What is chosen above follows what is written below.
  const written = aimOf(typed === undefined ? undefined : readText(typed).overlay)
  const aimed = { type: targets.data?.types.some(({ id }) => id === written.type) ? written.type : typeOf(targets.data, type), whom: written.whom ?? whom }

  const show = (issues: readonly FieldIssue[]) => setProblems(placeIssues(text, issues))
  const start = () => {
    setRefusal('')
    setPreview(undefined)
    const read = readText(text)
    setProblems(read.problems)
    return read.overlay
  }
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.errors.length > 0) return show(error.errors)
    setRefusal(error instanceof ApiError && error.code === 'stale' ? 'Somebody else changed or withdrew this overlay meanwhile. Close this and look at it as it is now; what you wrote can be copied.' : messageOf(error))
  }
  const trial = useMutation({
    mutationFn: (overlay: JsonObject) => previewOverlay(overlay, draft.id),
    onSuccess: ({ issues, changes }) => {
      show(issues)
      setPreview(issues.some(({ severity }) => severity === 'error') ? undefined : changes)
    },
    onError: fail,
  })
  const publish = useMutation({
    mutationFn: (overlay: JsonObject) => publishOverlay(overlay, draft.id),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await client.invalidateQueries({ queryKey: overlaysKey })
      // It may hold for who publishes it, too.
      await client.invalidateQueries({ queryKey: bootstrapQuery().queryKey })
    },
    onError: fail,
  })
  const isBusy = trial.isPending || publish.isPending
  const run = (how: typeof trial | typeof publish) => {
    const overlay = start()
    if (overlay) (how as typeof trial).mutate(overlay)
  }
  const change = (next: string) => {
    setTyped(next)
    setProblems([])
    setPreview(undefined)
  }
  const aim = (changes: { type?: string; whom?: string }) => {
    const { type: nextType, whom: nextWhom } = { ...aimed, ...changes }
    setType(nextType)
    setWhom(nextWhom)
    // What was written already stays: only of what and for whom is otherwise.
    const { overlay } = typed === undefined ? { overlay: undefined } : readText(typed)
    if (overlay) change(textOf({ ...overlay, extends: { id: nextType, version: versionOf(targets.data, nextType) }, scope: scopeOf(nextWhom) }))
  }
  const isAsking = useRef(false)
  const close = async () => {
    // The key that closes the question is heard by the dialog beneath it, too.
    if (isAsking.current) return
    if (typed !== undefined && typed !== first) {
      isAsking.current = true
      const isSure = await confirmedLeaving({ text: 'Discard what you wrote?', acceptLabel: 'Discard', rejectLabel: 'Stay' })
      isAsking.current = false
      if (!isSure) return
    }
    onClose()
  }
  return (
    <Modal opened onClose={() => void close()} size="xl" title={draft.title} closeOnClickOutside={false} closeButtonProps={{ 'aria-label': 'Close' }}>
      <SubmitForm onSubmit={() => run(publish)}>
        {refusal !== '' && <Alert color="warning" role="alert">{refusal}</Alert>}
        {!draft.overlay && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect label="Of" data={(targets.data?.types ?? []).map(({ id, title }) => ({ value: id, label: title }))} value={aimed.type} onChange={({ currentTarget: { value } }) => aim({ type: value })} />
            <WhomSelect label="For" targets={targets.data} value={aimed.whom} hasRoles={targets.data?.isForRoles === true} onChange={({ scope }) => aim({ whom: scope })} />
          </SimpleGrid>
        )}
        <Text size="sm" c="dimmed">Each operation says what it does (set, add, hide, move, tighten or replace-rule), at which property of the manifest, and the new value.</Text>
        <OverlayEditor text={text} problems={problems} onChange={change} />
        {preview && <Preview changes={preview} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void close()} disabled={publish.isPending}>Cancel</Button>
          <Button variant="default" loading={trial.isPending} disabled={isBusy && !trial.isPending} onClick={() => run(trial)}>Show what changes</Button>
          <Button type="submit" loading={publish.isPending} disabled={isBusy && !publish.isPending}>Publish</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}

function Preview({ changes }: { changes: OverlayPreview['changes'] }) {
  return (
    <section className={classes.preview} aria-label="What changes" role="status">
      <Text size="sm" fw={600}>{changes.length === 0 ? 'Nothing would change: everything is so already.' : 'Once it is published:'}</Text>
      <ul>{changes.map(({ path, from, to }) => <li key={path}><ChangeLine title={path} from={from === null ? 'not there' : shortValue(from)} to={to === null ? 'taken away' : shortValue(to)} /></li>)}</ul>
    </section>
  )
}

const typeOf = (targets: OverlayTargets | undefined, type: string): string => (type === '' ? (targets?.types[0]?.id ?? '') : type)
const versionOf = (targets: OverlayTargets | undefined, type: string): number => targets?.types.find(({ id }) => id === type)?.version ?? 1

function scopeOf(whom: string): JsonObject {
  const at = whom.indexOf(':')
  return { [whom.slice(0, at)]: whom.slice(at + 1) }
}

/** Of what and for whom an overlay is, as far as it says so. */
function aimOf(overlay: JsonObject | undefined): { type: string; whom: string | undefined } {
  const { extends: base, scope } = overlay ?? {}
  const [first] = isObject(scope) ? Object.entries(scope) : []
  return { type: isObject(base) ? String(base['id'] ?? '') : '', whom: first && typeof first[1] === 'string' ? `${first[0]}:${first[1]}` : undefined }
}

function firstText(targets: OverlayTargets | undefined, type: string, whom: string): string {
  const id = typeOf(targets, type)
  return newOverlayText({ type: id, version: versionOf(targets, id), scope: scopeOf(whom) })
}
