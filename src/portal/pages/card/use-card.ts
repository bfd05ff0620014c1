import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Answer, WireRecord } from '../../../contract/index.ts'
import { MAIN_VIEW, openInLines } from '../../../core/index.ts'
import type { Doc, FieldIssue, Json, JsonObject, ResolvedAction } from '../../../core/index.ts'
import { dropDraft, writeDraft, type PendingFile } from '../../drafts/draft-store.ts'
import { submitKey } from '../../drafts/submit-key.ts'
import { mergeChanges } from '../../drafts/merge-changes.ts'
import { isWithin } from '../../form/field-paths.ts'
import { FormModel } from '../../form/form-model.ts'
import { refsIn } from '../../form/named-records.ts'
import { toInner, toWire } from '../../form/wire.ts'
import {
  ApiError, approvalsKey, cardPath, confirmed, createRecord, deleteAttachment, listPath, messageOf, newIdempotencyKey, recordQuery, runAction, toast, typeKey,
  updateRecord, usePortal, type AttachmentRow,
} from '../../sdk.ts'
import { useScreenFrame } from '../../shell/screen-frame.ts'
import { chosen } from '../../ui/confirm.ts'
import { useWork } from '../../ui/work.ts'
import { savingAction } from '../editable.ts'
import { actionsOfNew, cardActions } from './actions.ts'
import { addCarried } from './add-carried.ts'
import { askWhy } from './ask-why.ts'
import { newDocument, openingOf } from './opening.ts'
import { fileProblems, markRefused, openRefusals, sendable } from './pending-files.ts'
import { attachmentsOf, keyOf, saveBody } from './stored-record.ts'
import { showHead } from './show-head.ts'
import { ruleContext, type CardData } from './use-card-data.ts'
import { useDraft } from './use-draft.ts'
import { useFollowRecord } from './use-follow-record.ts'
import { useInheritance } from './use-inheritance.ts'
import { useReferences } from './use-references.ts'

/** Found only where something is wrong. */
const leadTo = async (problem: FieldIssue | undefined): Promise<void> => (await import('./focus-problem.ts')).focusProblem(problem)

/** The card's controller: the document being edited, its files, and what its buttons do. */
export function useCard(data: CardData) {
  const { compiled, manifest, references, place, lists, lookups } = data
  const portal = usePortal()
  const client = useQueryClient()
  const navigate = useNavigate()
  const frame = useScreenFrame()
  const [record, showRecord] = useState(data.record)
  /** As it was last stored, also for what began before it was. */
  const latest = useRef(data.record)
  const setRecord = (next: WireRecord): void => {
    latest.current = next
    showRecord(next)
  }
  const stored = useMemo(() => (record ? toInner(manifest.shape, record) : undefined), [record, manifest])
  const context = useCallback(() => ruleContext(portal, references, { lists, lookups }, stored), [portal, references, lists, lookups, stored])

  const [opening] = useState(() => openingOf(data, manifest, context()))
  // Made once: what arrives later goes to it through `context` and `settle`.
  const [model] = useState(() => {
    const made = new FormModel(compiled.session(opening.doc, context(), { isNew: data.record === undefined }))
    if (opening.draft) made.markDirty()
    if (data.carried) addCarried(made, data.carried)
    return made
  })
  const [files, setFiles] = useState<PendingFile[]>(opening.draft?.files ?? [])
  const [wasRestored, setRestored] = useState(opening.draft !== undefined)
  const [clashes, setClashes] = useState(opening.clashes)
  const [busy, showBusy] = useState<string>()
  const isBusy = useRef(false)
  useWork('action', busy !== undefined)
  const setBusy = (action: string | undefined): void => {
    isBusy.current = action !== undefined
    showBusy(action)
  }
  /** Lines that are saving themselves. */
  const underway = useRef<Promise<unknown>>(undefined)
  const [isStale, setStale] = useState(false)
  const [summary, setSummary] = useState<FieldIssue[]>([])
  const [draftId] = useState(() => opening.draft?.id ?? newIdempotencyKey())
  const submit = useRef<{ key: string; of: string } | undefined>(undefined)
  const origin = useRef(opening.origin)
  // Leaving is free while the screen itself moves on after a save or a deletion.
  const isLeaving = useRef(false)

  const isDirty = useSyncExternalStore(useCallback((listener: () => void) => model.subscribe('', listener), [model]), () => model.isDirty()) || files.length > 0
  const allowed = useMemo(
    () => (record ? record._actions : actionsOfNew(compiled, model.doc(), context(), portal)),
    [record, compiled, model, context, portal],
  )
  // What a calculator is filled in with goes into the new record, whose own card saves it.
  const isCalculator = manifest.card.views[data.view]?.adds !== undefined
  const buttons = isCalculator ? [] : cardActions(compiled.manifest, allowed, data.view)
  const saving = savingAction(compiled.manifest, allowed, isCalculator ? MAIN_VIEW : data.view)
  const canEdit = saving !== undefined
  const key = record && keyOf(manifest, record)

  const openOf = useCallback((array: string) => {
    const fields = saving?.fields
    const open = fields === undefined || fields.includes(array) ? [] : openInLines(fields, array)
    return open.length === 0 ? undefined : open
  }, [saving])

  useReferences(data, model, context)
  useDraft({ id: draftId, place, model, files, origin, isOn: canEdit && isDirty, isLeaving })
  useInheritance(data, model, canEdit)

  /** The record as the server has it now, in place of what was changed here; files that were not among the `sent` stay. */
  const settle = async (next: WireRecord, sent = files): Promise<void> => {
    submit.current = undefined
    const mayKeep = savingAction(compiled.manifest, next._actions, data.view) !== undefined
    const doc = toInner(manifest.shape, next)
    origin.current = { rev: next._rev, base: doc }
    await dropDraft(place)
    setFiles((now) => (mayKeep ? now.filter(({ id }) => !sent.some((file) => file.id === id)) : []))
    setRestored(false)
    setSummary([])
    setClashes([])
    setRecord(next)
    model.settle(doc)
    void client.invalidateQueries({ queryKey: approvalsKey })
    client.setQueryData(recordQuery(manifest, keyOf(manifest, next)).queryKey, next)
    void client.invalidateQueries({ queryKey: [...typeKey(manifest.id), 'list'] })
  }

  useFollowRecord({
    fetched: data.record, shown: record, isAtRest: !isDirty && busy === undefined && !isStale,
    take: (next) => {
      void settle(next)
      data.follow(next)
    },
  })

  /** What is stored now, with the changes made here on top. */
  const adopt = (next: WireRecord): void => {
    const theirs = toInner(manifest.shape, next)
    const merged = mergeChanges(manifest.shape, { base: origin.current.base ?? theirs, mine: model.doc(), theirs })
    const isChanged = JSON.stringify(toWire(manifest.shape, merged.doc)) !== JSON.stringify(toWire(manifest.shape, theirs))
    origin.current = { rev: next._rev, base: theirs }
    setRecord(next)
    setSummary([])
    setClashes(merged.clashes)
    client.setQueryData(recordQuery(manifest, keyOf(manifest, next)).queryKey, next)
    model.settle(merged.doc)
    if (isChanged) model.markDirty()
  }

  const fetchRecord = (of: string): Promise<WireRecord> => client.fetchQuery({ ...recordQuery(manifest, of), staleTime: 0 })

  /** Whether the action does not go without a file, as the document stands. */
  const mustAttach = (action: string): boolean => {
    const { requiredFor = [], requiredWhen } = manifest.attachments ?? {}
    return requiredFor.includes(action) && (requiredWhen === undefined || compiled.test(requiredWhen, model.doc(), context()))
  }

  /** Problems that stop an action here; they are shown, and the first one gets the focus. */
  const isFit = (action: string): boolean => {
    const field = manifest.attachments?.field ?? ''
    const issues = [...model.tryFor(action), ...openRefusals(files, field)]
    const needsFile = mustAttach(action) && attachmentsOf(record, manifest).length + sendable(files).length === 0
    const all = needsFile ? [...issues, { path: field, rule: 'attachments.required', message: compiled.message('attachments.required', {}), severity: 'error' as const }] : issues
    setSummary(all)
    if (all.length > 0) void leadTo(all[0])
    return all.length === 0
  }

  /** What was done, or what an answer warns of. */
  const tell = ({ message, warnings = [] }: Answer<unknown>, done = true): void => {
    if (done) toast.success(message)
    for (const warning of warnings) toast.info(warning.message)
  }

  const fail = (error: unknown, prefix = '', tone: 'info' | 'warning' = 'warning'): void => {
    if (error instanceof ApiError && error.code === 'stale') return setStale(true)
    if (error instanceof ApiError && error.errors.length > 0) {
      const ofFiles = fileProblems(error.errors, manifest.attachments?.field ?? '', sendable(files), attachmentsOf(record, manifest).length)
      const all = ofFiles.length > 0 ? ofFiles.map(({ issue }) => issue) : error.errors
      setFiles((now) => markRefused(now, ofFiles))
      model.refuse(all)
      setSummary(all)
      void leadTo(all[0])
    }
    const said = messageOf(error)
    toast[tone](said.startsWith(prefix) ? said : prefix + said)
  }

  const store = async (reason?: string): Promise<Answer<WireRecord>> => {
    await underway.current
    const fields = { ...(await saveBody(manifest, model, record, sendable(files))), ...(reason === undefined ? {} : { _reason: reason }) }
    const content = JSON.stringify(fields)
    // The same submit tried again (a lost answer) must not act twice; another content is another submit.
    if (submit.current?.of !== content) submit.current = { key: key === undefined ? submitKey(draftId, content) : newIdempotencyKey(), of: content }
    const { rev } = origin.current
    const body = rev === undefined ? fields : { ...fields, _rev: rev }
    return key === undefined ? createRecord(manifest, body, submit.current.key) : updateRecord(manifest, key, body, submit.current.key)
  }

  /** Lines that saved themselves: as they are stored now, below what was typed meanwhile. */
  const tookLines = (array: string, { next, doc, isChanged }: { next: WireRecord; doc: Doc; isChanged: boolean }): void => {
    origin.current = { rev: next._rev, base: toInner(manifest.shape, next) }
    setRecord(next)
    model.rebase(doc, isChanged)
    setSummary((said) => said.filter(({ path }) => !isWithin(array, path)))
    if (!isChanged && files.length === 0) void dropDraft(place)
    client.setQueryData(recordQuery(manifest, keyOf(manifest, next)).queryKey, next)
    void client.invalidateQueries({ queryKey: [...typeKey(manifest.id), 'list'] })
  }

  const goToStored = (next: WireRecord): void => {
    if (frame) {
      isLeaving.current = true
      return frame.close()
    }
    if (record) return
    isLeaving.current = true
    void navigate(cardPath(portal.bootstrap.pages, manifest.id, keyOf(manifest, next)), { replace: true })
  }

  /** What was made on the way to something that was refused, at its own address. */
  const goToMade = (next: WireRecord): void => {
    if (!frame) return goToStored(next)
    isLeaving.current = true
    frame.open(keyOf(manifest, next))
  }

  const save = async (): Promise<void> => {
    const action = saving?.id ?? 'save'
    if (!isFit(action)) return
    const why = await askWhy(manifest, portal, { kind: key === undefined ? 'create' : 'change', before: stored ?? {}, after: model.doc(), bringsFiles: sendable(files).length > 0 })
    if (why === 'stay') return
    setBusy(action)
    try {
      const answer = await store(why.reason)
      if (key === undefined && answer.request !== undefined) return await goToRequest(answer.request, answer.message)
      await settle(answer.data, sendable(files))
      data.follow(answer.data)
      tell(answer)
      goToStored(answer.data)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(undefined)
    }
  }

  /** What is done to a document is done to what stands on the screen: changes are saved before it, but for one that is going away. */
  const savesFirst = (action: ResolvedAction): boolean => canEdit && !action.deletes && (isDirty || (record === undefined && action.savesFirst))

  const act = async (action: ResolvedAction, { input, saves, reason }: { input?: JsonObject; saves: boolean; reason?: string | undefined }): Promise<FieldIssue[]> => {
    setBusy(action.id)
    await underway.current
    let current = latest.current
    try {
      if (saves) {
        current = (await store()).data
        await settle(current, sendable(files))
      }
      const currentKey = current ? keyOf(manifest, current) : (key ?? '')
      const answer = await runAction(manifest, {
        key: currentKey, action: action.id, ...(current ? { rev: current._rev } : {}), ...(input ? { input } : {}), reason,
      })
      tell(answer, !action.answersOnly || answer.warnings === undefined)
      if (action.deletes && answer.request === undefined) return await leaveDeleted(currentKey)
      const next = await fetchRecord(currentKey)
      await settle(next)
      data.follow(next)
      void client.invalidateQueries({ queryKey: [...typeKey(manifest.id), 'events'] })
      // What the document is worked out from may have changed with it, as what a store holds.
      const read = refsIn(manifest.shape, model.doc(), (field) => field.compute !== undefined)
      if (read.length > 0) void references.reload(read).then(() => model.session.context(context()))
      if (current) goToStored(current)
      if (!action.answersOnly) showHead()
      return []
    } catch (error) {
      // A document made on the way is there now: its own address shows it, with what was refused.
      if (!record && current) goToMade(current)
      if (input && error instanceof ApiError && error.errors.some(({ path }) => path.startsWith('input') || action.input?.fields[path])) return error.errors
      fail(error, action.failure ?? '', action.answersOnly ? 'info' : 'warning')
      return []
    } finally {
      setBusy(undefined)
    }
  }

  /** A record that waits for a second person is not there yet: its request is. */
  const goToRequest = async (request: { type: string; key: string }, message: string): Promise<void> => {
    isLeaving.current = true
    await dropDraft(place)
    toast.success(message)
    await navigate(cardPath(portal.bootstrap.pages, request.type, request.key), { replace: true })
  }

  const leaveDeleted = async (gone: string): Promise<FieldIssue[]> => {
    isLeaving.current = true
    await dropDraft(place)
    if (frame) frame.close()
    else await navigate(listPath(portal.bootstrap.pages, manifest.id), { replace: true })
    client.removeQueries({ queryKey: recordQuery(manifest, gone).queryKey })
    void client.invalidateQueries({ queryKey: typeKey(manifest.id) })
    return []
  }

  /** What an action is done to: what stands on the screen where that is saved first, else what is stored. */
  const docFor = (saves: boolean): Doc => (saves ? model.doc() : stored ?? model.doc())

  /** Asks what the manifest says to ask; answers whether to go on, and whether what was changed is saved before. */
  const begin = async (action: ResolvedAction): Promise<{ saves: boolean; reason?: string | undefined } | undefined> => {
    const saves = savesFirst(action)
    if (action.deletes) {
      const why = await askWhy(manifest, portal, { kind: 'delete', before: stored ?? {}, after: {} })
      if (why === 'stay') return undefined
      if (why.reason !== undefined) return { saves, reason: why.reason }
    }
    const values = { ...model.doc(), no: key ?? '', title: portal.titleOf(manifest).one }
    const { timeZone } = portal.company
    const question = {
      title: action.confirm?.title ? compiled.message(action.confirm.title, values, timeZone) : portal.caption(action.label),
      text: action.confirm ? compiled.message(action.confirm.text, values, timeZone) : '',
      ...(action.tone === 'danger' ? { tone: 'danger' as const } : {}),
    }
    // What goes on without the changes must not hang on whether they can be saved.
    if (saves && record !== undefined && !action.savesFirst && !action.startsApproval) return beginOnChanges(action, question)
    if ((saves || action.savesFirst) && !isFit(action.id)) return undefined
    // Who presses Send expects to save; of any other action it is said.
    const saying = saves && !action.savesFirst ? 'Your unsaved changes are saved first.' : ''
    if (!action.confirm && saying === '') return { saves }
    const yes = await confirmed({
      ...question,
      text: [question.text, saying].filter(Boolean).join(' '),
      ...(action.confirm ? {} : { acceptLabel: 'Save and go on', rejectLabel: 'Cancel' }),
    })
    return yes && { saves }
  }

  const beginOnChanges = async (action: ResolvedAction, question: { title: string; text: string }): Promise<{ saves: boolean } | undefined> => {
    const choice = await chosen({
      ...question, text: [question.text, 'You have unsaved changes.'].filter(Boolean).join(' '),
      acceptLabel: 'Save and go on', otherLabel: 'Discard changes', rejectLabel: 'Stay',
    })
    if (choice === 'accept') return isFit(action.id) ? { saves: true } : undefined
    // What is discarded goes when the action is done, not before: it may be refused, or its dialog be closed.
    return choice && { saves: false }
  }

  /** Adds the calculator's line to the new record and goes on to its card, which finds it as the unfinished form. */
  const copyToLines = async (): Promise<void> => {
    const adds = manifest.card.views[data.view]?.adds
    if (adds === undefined) return
    const values = Object.entries(adds.values).flatMap(([field, expression]): [string, Json][] => {
      const value = compiled.value(expression, model.doc(), context())
      return value === undefined || value === null || value === '' ? [] : [[field, value]]
    })
    model.addLine(adds.lines, Object.fromEntries(values))
    isLeaving.current = true
    await writeDraft(place, { id: draftId, doc: model.doc(), files, savedAt: new Date().toISOString() })
    await navigate(cardPath(portal.bootstrap.pages, manifest.id))
  }

  /** After someone else saved first: theirs alone, or with what was changed here on top. */
  const reload = async (mine: 'keep' | 'drop'): Promise<void> => {
    setStale(false)
    if (key === undefined) return
    try {
      const next = await fetchRecord(key)
      if (mine === 'keep' && savingAction(compiled.manifest, next._actions, data.view) !== undefined) return adopt(next)
      await settle(next)
      data.follow(next)
      if (mine === 'keep' && isDirty) toast.info('This record can no longer be changed, so your changes were not kept.')
    } catch (error) {
      toast.warning(messageOf(error))
    }
  }

  const discardDraft = async (): Promise<void> => {
    await dropDraft(place)
    setFiles([])
    setRestored(false)
    setSummary([])
    setClashes([])
    origin.current = { rev: record?._rev, base: stored }
    model.settle(stored ?? newDocument(compiled, context(), data.scope))
  }

  /** Removes a stored file at once; what is being edited stays. */
  const removeStored = async (row: AttachmentRow): Promise<void> => {
    if (key === undefined) return
    try {
      const answer = await deleteAttachment(manifest.id, key, row.id)
      adopt(await fetchRecord(key))
      toast.success(answer.message)
    } catch (error) {
      fail(error)
    }
  }

  return {
    compiled, manifest, references, model, record, keyOf: key, allowed, canEdit, isDirty, busy, summary, clashes, isStale, wasRestored, files, isLeaving, context,
    buttons,
    view: data.view, line: data.line,
    /** Whether what is saved here may change the field. */
    isOpen: (field: string) => canEdit && (saving.fields === undefined || saving.fields.some((one) => isWithin(field, one))),
    /** Of lines that may be changed in part: the fields of a line that may. */
    openInLines: openOf,
    mustAttach,
    /** For lines that save themselves. */
    lines: { draftId, saving, origin, underway, isBusy, tookLines, setStale },
    stored: attachmentsOf(record, manifest),
    setFiles, save, act, begin, docFor, copyToLines, reload, discardDraft, removeStored,
    dismissStale: () => setStale(false),
    dismissRestored: () => setRestored(false),
    dismissClashes: () => setClashes([]),
  }
}

export type Card = ReturnType<typeof useCard>
