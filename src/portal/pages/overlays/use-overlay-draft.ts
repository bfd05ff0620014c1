import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OverlayPreview, OverlayTargets } from '../../../contract/index.ts'
import { isObject, type FieldIssue, type JsonObject, t } from '../../../core/index.ts'
import { ApiError, messageOf } from '../../api/client.ts'
import { overlaysKey, overlayTargetsQuery, previewOverlay, publishOverlay } from '../../api/overlays.ts'
import { bootstrapQuery } from '../../api/queries.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { confirmed } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { partsOf } from './layers.ts'
import { newOverlayText, placeIssues, readText, textOf, type Problem } from './overlay-text.ts'
import type { DraftOperation } from './arrange/sketch.ts'
import { operationsIn } from './arrange/words.ts'

/** The subject of the editor: a published overlay with its id, one to publish again without an id, or a new one. */
export interface Draft { id?: number; overlay?: JsonObject; title: string }

/** The selected type and scope. */
interface Aim { type: string; whom: string }

export interface OverlayDraft {
  targets: OverlayTargets | undefined
  text: string
  isTouched: boolean
  aimed: Aim
  /** The operations in the text; undefined while it cannot be read. */
  operations: readonly DraftOperation[] | undefined
  problems: Problem[]
  /** What the overlay would change, if a preview was requested for the current text. */
  preview: OverlayPreview['changes'] | undefined
  /** Why the last attempt failed as a whole; empty if it did not. */
  refusal: string
  isTrying: boolean
  isPublishing: boolean
  write: (text: string) => void
  /** Writes other operations into the text. */
  operate: (operations: DraftOperation[]) => void
  aim: (changes: Partial<Aim>) => void
  tryOut: () => void
  /** Publishes, if the server finds nothing wrong and the user confirms the question. */
  publish: (question: PublishQuestion) => void
}

/** What is asked before publishing. */
export interface PublishQuestion { text: string; detail: string }

/** The state of an overlay being written, with the server's issues. */
export function useOverlayDraft(draft: Draft, onPublished: () => void): OverlayDraft {
  const { data: targets } = useQuery(overlayTargetsQuery())
  const { company } = usePortal()
  const client = useQueryClient()
  const [whom, setWhom] = useState(`company:${company.code}`)
  const [type, setType] = useState('')
  const [typed, setTyped] = useState(draft.overlay && textOf(draft.overlay))
  const [problems, setProblems] = useState<Problem[]>([])
  const [preview, setPreview] = useState<OverlayPreview['changes']>()
  const [refusal, setRefusal] = useState('')
  const first = draft.overlay ? textOf(draft.overlay) : firstText(targets, type, whom)
  const text = typed ?? first
  // The selection above follows the text below.
  const written = aimOf(typed === undefined ? undefined : readText(typed).overlay)
  const known = targets?.types.find(({ id, renamedFrom }) => id === written.type || renamedFrom.includes(written.type))
  const aimed = { type: known?.id ?? typeOf(targets, type), whom: written.whom ?? whom }

  const show = (issues: readonly FieldIssue[]) => setProblems(placeIssues(text, issues))
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.errors.length > 0) return show(error.errors)
    setRefusal(error instanceof ApiError && error.code === 'stale' ? t('Somebody else changed or withdrew this overlay meanwhile. Copy what you wrote, then close this to see the current version.') : messageOf(error))
  }
  const trial = useMutation({
    mutationFn: (overlay: JsonObject) => previewOverlay(overlay, draft.id),
    onSuccess: ({ issues, changes }) => {
      show(issues)
      setPreview(issues.some(({ severity }) => severity === 'error') ? undefined : changes)
    },
    onError,
  })
  const publication = useMutation({
    mutationFn: (overlay: JsonObject) => publishOverlay(overlay, draft.id),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onPublished()
      await client.invalidateQueries({ queryKey: overlaysKey })
      // The overlay may apply to its publisher too.
      await client.invalidateQueries({ queryKey: bootstrapQuery().queryKey })
    },
    onError,
  })
  /** Parses the text and, if it is valid, passes it on. */
  const whenRead = (handOn: (overlay: JsonObject) => void) => {
    setRefusal('')
    setPreview(undefined)
    const { overlay, problems: found } = readText(text)
    setProblems(found)
    if (overlay) handOn(overlay)
  }
  const askAndPublish = async (overlay: JsonObject, question: PublishQuestion) => {
    const tried = await trial.mutateAsync(overlay).catch(() => undefined)
    if (tried === undefined || tried.issues.some(({ severity }) => severity === 'error')) return
    if (await confirmed({ title: t('Publish this overlay'), ...question, acceptLabel: t('Publish'), rejectLabel: t('Not yet') })) publication.mutate(overlay)
  }
  const write = (next: string) => {
    setTyped(next)
    setProblems([])
    setRefusal('')
    setPreview(undefined)
  }
  const read = readText(text).overlay
  const operate = (operations: DraftOperation[]) => {
    if (read) write(textOf({ ...read, operations }))
  }
  const aim = (changes: Partial<Aim>) => {
    const next = { ...aimed, ...changes }
    setType(next.type)
    setWhom(next.whom)
    // Keeps what is already written; only the type and scope change.
    const { overlay } = typed === undefined ? { overlay: undefined } : readText(typed)
    if (overlay) write(textOf({ ...overlay, extends: { id: next.type, version: versionOf(targets, next.type) }, scope: scopeOf(next.whom) }))
  }
  return {
    targets, text, isTouched: typed !== undefined && typed !== first, aimed, operations: read && operationsIn(read), problems, preview, refusal, isTrying: trial.isPending, isPublishing: publication.isPending,
    write, operate, aim, tryOut: () => whenRead((overlay) => trial.mutate(overlay)), publish: (question) => whenRead((overlay) => void askAndPublish(overlay, question)),
  }
}

const typeOf = (targets: OverlayTargets | undefined, type: string): string => (type === '' ? (targets?.types[0]?.id ?? '') : type)
const versionOf = (targets: OverlayTargets | undefined, type: string): number => targets?.types.find(({ id }) => id === type)?.version ?? 1

function scopeOf(whom: string): JsonObject {
  const { layer, name } = partsOf(whom)
  return { [layer]: name }
}

/** The type and scope of an overlay, as far as it declares them. */
function aimOf(overlay: JsonObject | undefined): { type: string; whom: string | undefined } {
  const { extends: base, scope } = overlay ?? {}
  const [first] = isObject(scope) ? Object.entries(scope) : []
  return { type: isObject(base) ? String(base['id'] ?? '') : '', whom: first && typeof first[1] === 'string' ? `${first[0]}:${first[1]}` : undefined }
}

function firstText(targets: OverlayTargets | undefined, type: string, whom: string): string {
  const id = typeOf(targets, type)
  return newOverlayText({ type: id, version: versionOf(targets, id), scope: scopeOf(whom) })
}
