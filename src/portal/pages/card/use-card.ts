import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Answer, ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { FieldIssue, JsonObject, ResolvedAction } from '../../../core/index.ts'
import { dropDraft, writeDraft, type PendingFile } from '../../drafts/draft-store.ts'
import { FormModel } from '../../form/form-model.ts'
import { refsIn } from '../../form/references.ts'
import { toInner, toWire } from '../../form/wire.ts'
import {
  ApiError, approvalsKey, cardPath, confirmed, createRecord, deleteAttachment, listPath, messageOf, newIdempotencyKey, readBase64, recordQuery, runAction, toast,
  typeKey, updateRecord, useManifest, usePortal, type AttachmentRow,
} from '../../sdk.ts'
import { actionsOfNew, cardActions, isEditable } from './actions.ts'
import { applyToLines } from './inherit.ts'
import { prefetchMasters, ruleContext, type CardData } from './use-card-data.ts'

const DRAFT_DELAY = 600

/** The card's controller: the document being edited, its files, and what its buttons do. */
export function useCard(data: CardData) {
  const { compiled, references, place, lists, draft } = data
  const manifest = useManifest(compiled.manifest.id)
  const portal = usePortal()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [record, setRecord] = useState(data.record)
  const [files, setFiles] = useState<PendingFile[]>(draft?.files ?? [])
  const [busy, setBusy] = useState<string>()
  const [isStale, setStale] = useState(false)
  const [wasRestored, setRestored] = useState(draft !== undefined)
  const [summary, setSummary] = useState<FieldIssue[]>([])
  const submit = useRef<{ key: string; of: string } | undefined>(undefined)
  const rev = useRef(draft?.rev ?? data.record?._rev)
  // Leaving is free while the screen itself moves on after a save or a deletion.
  const isLeaving = useRef(false)

  const stored = useMemo(() => (record ? toInner(manifest.shape, record) : undefined), [record, manifest])
  const context = useCallback(() => ruleContext(portal, references, lists, stored), [portal, references, lists, stored])
  const model = useMemo(() => {
    const ctx = ruleContext(portal, references, lists, data.record ? toInner(manifest.shape, data.record) : undefined)
    const isNew = data.record === undefined
    const first = isNew ? compiled.stamp(compiled.newDocument(ctx), ctx) : toInner(manifest.shape, data.record as WireRecord)
    const made = new FormModel(compiled.session(draft?.doc ?? first, ctx, { isNew }))
    if (draft) made.markDirty()
    return made
    // Made once: what arrives later goes to it through `context` and `settle`.
    // oxlint-disable-next-line
  }, [])

  const isDirty = useSyncExternalStore(useCallback((listener: () => void) => model.subscribe('', listener), [model]), () => model.isDirty()) || files.length > 0
  const allowed = useMemo(
    () => (record ? record._actions : actionsOfNew(compiled, model.doc(), context(), portal)),
    [record, compiled, model, context, portal],
  )
  const canEdit = isEditable(compiled.manifest, allowed)

  useReferences(data, model, context)
  useDraft(data, model, files, rev, canEdit && isDirty, isLeaving)
  useInheritance(data, model, canEdit)

  const key = record ? String(record[manifest.shape.fields[manifest.key]?.wire ?? manifest.key]) : undefined

  const settle = async (next: WireRecord): Promise<void> => {
    submit.current = undefined
    rev.current = next._rev
    await dropDraft(place)
    setFiles([])
    setRestored(false)
    setSummary([])
    setRecord(next)
    model.settle(toInner(manifest.shape, next))
    void client.invalidateQueries({ queryKey: approvalsKey })
    const nextKey = String(next[manifest.shape.fields[manifest.key]?.wire ?? manifest.key])
    client.setQueryData(recordQuery(manifest, nextKey).queryKey, next)
    void client.invalidateQueries({ queryKey: [...typeKey(manifest.id), 'list'] })
  }

  /** Problems that stop an action here; they are shown, and the first one gets the focus. */
  const isFit = (action: string): boolean => {
    const issues = model.tryFor(action)
    const needsFile = manifest.attachments?.requiredFor.includes(action) && attachmentsOf(record, manifest).length + files.length === 0
    const all = needsFile ? [...issues, { path: manifest.attachments?.field ?? '', rule: 'attachments.required', message: compiled.message('attachments.required', {}), severity: 'error' as const }] : issues
    setSummary(all)
    if (all.length > 0) focusProblem(all[0])
    return all.length === 0
  }

  const fail = (error: unknown, prefix = ''): void => {
    if (error instanceof ApiError && error.code === 'stale') return setStale(true)
    if (error instanceof ApiError && error.status === 409 && /changed by someone else/i.test(error.message)) return setStale(true)
    if (error instanceof ApiError && error.errors.length > 0) {
      model.refuse(error.errors)
      setSummary(error.errors)
      focusProblem(error.errors[0])
    }
    toast.warning(prefix + messageOf(error))
  }

  const store = async (): Promise<Answer<WireRecord>> => {
    const fields = await wireOf(manifest, model, record, files)
    const content = JSON.stringify(fields)
    // The same submit tried again (a lost answer) must not act twice; another content is another submit.
    if (submit.current?.of !== content) submit.current = { key: newIdempotencyKey(), of: content }
    const body = rev.current === undefined ? fields : { ...fields, _rev: rev.current }
    return record && key !== undefined ? updateRecord(manifest, key, body, submit.current.key) : createRecord(manifest, body, submit.current.key)
  }

  const goToStored = (next: WireRecord): void => {
    if (record) return
    isLeaving.current = true
    void navigate(cardPath(portal.bootstrap.pages, manifest.id, String(next[manifest.shape.fields[manifest.key]?.wire ?? manifest.key])), { replace: true })
  }

  const save = async (): Promise<void> => {
    const action = cardActions(compiled.manifest, allowed).find((one) => one.saves)?.id ?? 'save'
    if (!isFit(action)) return
    setBusy(action)
    try {
      const answer = await store()
      await settle(answer.data)
      toast.success(answer.message)
      for (const warning of answer.warnings ?? []) toast.info(warning.message)
      goToStored(answer.data)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(undefined)
    }
  }

  const act = async (action: ResolvedAction, input?: JsonObject): Promise<FieldIssue[]> => {
    setBusy(action.id)
    let current = record
    try {
      if (action.savesFirst && canEdit && (record === undefined || isDirty)) {
        current = (await store()).data
        await settle(current)
      }
      const currentKey = current ? String(current[manifest.shape.fields[manifest.key]?.wire ?? manifest.key]) : (key ?? '')
      const answer = await runAction(manifest, {
        key: currentKey, action: action.id, ...(current ? { rev: current._rev } : {}), ...(input ? { input } : {}),
      })
      toast.success(answer.message)
      if (action.deletes) return await leaveDeleted(currentKey)
      await settle(await client.fetchQuery({ ...recordQuery(manifest, currentKey), staleTime: 0 }))
      void client.invalidateQueries({ queryKey: [...typeKey(manifest.id), 'events'] })
      if (current) goToStored(current)
      return []
    } catch (error) {
      // A document made on the way is there now: its own address shows it, with what was refused.
      if (!record && current) goToStored(current)
      if (error instanceof ApiError && error.errors.some((issue) => issue.path.startsWith('input'))) return error.errors
      fail(error, action.failure ?? '')
      return []
    } finally {
      setBusy(undefined)
    }
  }

  const leaveDeleted = async (gone: string): Promise<FieldIssue[]> => {
    isLeaving.current = true
    await dropDraft(place)
    await navigate(listPath(portal.bootstrap.pages, manifest.id), { replace: true })
    client.removeQueries({ queryKey: recordQuery(manifest, gone).queryKey })
    void client.invalidateQueries({ queryKey: typeKey(manifest.id) })
    return []
  }

  /** Asks what the manifest says to ask; answers whether to go on. */
  const begin = async (action: ResolvedAction): Promise<boolean> => {
    if (action.savesFirst && !isFit(action.id)) return false
    if (!action.confirm) return true
    const values = { ...model.doc(), no: key ?? '', title: portal.titleOf(manifest).one }
    const yes = await confirmed({
      ...(action.confirm.title ? { title: compiled.message(action.confirm.title, values) } : { title: portal.caption(action.label) }),
      text: compiled.message(action.confirm.text, values),
      ...(action.tone === 'danger' ? { tone: 'danger' as const } : {}),
    })
    return yes !== undefined
  }

  const reload = async (): Promise<void> => {
    setStale(false)
    if (key === undefined) return
    try {
      await settle(await client.fetchQuery({ ...recordQuery(manifest, key), staleTime: 0 }))
    } catch (error) {
      toast.warning(messageOf(error))
    }
  }

  const discardDraft = async (): Promise<void> => {
    await dropDraft(place)
    setFiles([])
    setRestored(false)
    setSummary([])
    rev.current = record?._rev
    const ctx = context()
    model.settle(stored ?? compiled.stamp(compiled.newDocument(ctx), ctx))
  }

  /** Removes a stored file at once; what is being edited stays. */
  const removeStored = async (row: AttachmentRow): Promise<void> => {
    if (key === undefined) return
    try {
      const answer = await deleteAttachment(manifest.id, key, row.id)
      const next = await client.fetchQuery({ ...recordQuery(manifest, key), staleTime: 0 })
      rev.current = next._rev
      setRecord(next)
      toast.success(answer.message || 'Attachment successfully deleted')
    } catch (error) {
      fail(error)
    }
  }

  return {
    compiled, manifest, references, model, record, keyOf: key, allowed, canEdit, isDirty, busy, summary, isStale, wasRestored, files, isLeaving, context,
    buttons: cardActions(compiled.manifest, allowed),
    stored: attachmentsOf(record, manifest),
    setFiles, save, act, begin, reload, discardDraft, removeStored,
    dismissStale: () => setStale(false),
    dismissRestored: () => setRestored(false),
  }
}

export type Card = ReturnType<typeof useCard>

/** The record's files. */
export function attachmentsOf(record: WireRecord | undefined, manifest: Pick<ClientManifest, 'attachments'>): AttachmentRow[] {
  const rows = manifest.attachments ? record?.[manifest.attachments.field] : undefined
  return Array.isArray(rows) ? (rows as unknown as AttachmentRow[]) : []
}

async function wireOf(manifest: ClientManifest, model: FormModel, record: WireRecord | undefined, files: PendingFile[]): Promise<JsonObject> {
  const fields = toWire(manifest.shape, model.doc())
  if (record) delete fields[manifest.shape.fields[manifest.key]?.wire ?? manifest.key]
  if (!manifest.attachments || files.length === 0) return fields
  const kept = attachmentsOf(record, manifest).map(({ id, fileName }) => ({ id, fileName }))
  const added = await Promise.all(files.map(async ({ file, fileName }) => ({ attachment: await readBase64(file), fileName })))
  return { ...fields, [manifest.attachments.field]: [...kept, ...added] }
}

/** Moves the focus to the field of a problem, wherever it is on the screen. */
export function focusProblem(issue: FieldIssue | undefined): void {
  if (!issue) return
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(issue.path)}"]`) ?? document.querySelector<HTMLElement>('[data-summary]')
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  })
}

/** Referred records: the selects' masters beforehand, and whatever a change newly names. */
function useReferences({ compiled, references }: CardData, model: FormModel, context: () => ReturnType<typeof ruleContext>): void {
  useEffect(() => {
    let isCurrent = true
    const catchUp = (): void => {
      const missing = refsIn(compiled.manifest.shape, model.doc()).filter(({ type, key }) => !references.ref(type, key))
      if (missing.length === 0) return
      void references.loadRecords(missing).then(() => isCurrent && model.session.context(context()))
    }
    void prefetchMasters(compiled, references).then(() => isCurrent && model.session.context(context()))
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = model.subscribe('', () => {
      clearTimeout(timer)
      timer = setTimeout(catchUp, 150)
    })
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stop()
    }
  }, [compiled, references, model, context])
}

/** Keeps what is unsaved in this browser, a moment after each change and when the page goes away. */
function useDraft({ place }: CardData, model: FormModel, files: PendingFile[], rev: React.RefObject<number | undefined>, isOn: boolean, isLeaving: React.RefObject<boolean>): void {
  useEffect(() => {
    if (!isOn) return
    const keep = (): void => {
      if (isLeaving.current || !(model.isDirty() || files.length > 0)) return
      void writeDraft(place, { doc: model.doc(), files, savedAt: new Date().toISOString(), ...(rev.current === undefined ? {} : { rev: rev.current }) })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (): void => {
      clearTimeout(timer)
      timer = setTimeout(keep, DRAFT_DELAY)
    }
    const stop = model.subscribe('', later)
    const hide = (): void => {
      if (document.visibilityState === 'hidden') keep()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', keep)
    keep()
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', keep)
    }
  }, [place, model, files, rev, isOn, isLeaving])
}

/** When header fields that lines inherit change, asks once whether the lines follow. */
function useInheritance({ compiled }: CardData, model: FormModel, canEdit: boolean): void {
  useEffect(() => {
    if (!canEdit) return
    let changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const sections = Object.values(compiled.manifest.card.sections).filter((section) => section.kind === 'lines' && section.inherits?.ask)
    model.onChange = (paths) => {
      for (const path of paths) if (!path.includes('.')) changed.add(path)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const now = changed
        changed = new Set()
        for (const section of sections) void applyToLines(model, section, now)
      }, 50)
    }
    return () => {
      clearTimeout(timer)
      model.onChange = undefined
    }
  }, [compiled, model, canEdit])
}
