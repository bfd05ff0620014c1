/** What needs a person, and what others do with their requests: from states, actions, reminders and approval entries of every type. */
import { MAX_TASKS, MAX_TASKS_PER_TYPE, MAX_UNDER_WAY, type HomeAnswer, type HomeRequest, type HomeTask } from '../../contract/index.ts'
import { addDays, cardPath, forOwner, forRoles, hasStates, isStateRedacted, storedRows, taskActions, viewPageOf, pathTo, allOf, anyOf, ALWAYS, type CompiledType, type ResolvedAction, type ResolvedDocumentType, type ResolvedState, type RowPredicate, type StoredRecord, t } from '../../core/index.ts'
import { docOf } from '../commands/check-document.ts'
import { approverNumber, contextWithRefs, holderOf, plainContext, rowsOf, titleFor, type CommandContext } from '../commands/context.ts'
import { relationToRecord } from '../commands/permit-action.ts'
import { visibleEntries, type VisibleEntry } from '../commands/visible-entries.ts'
import { runSliced } from '../in-pieces.ts'
import { linkTo } from '../presenters/approval-entry.ts'
import { needsRefs } from '../presenters/record.ts'
import { switchedOffFor } from '../settings/arrangement.ts'
import type { Db } from '../store/connection/database.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import { documentsInStates, type RecordInState } from '../store/lists/documents-in-states.ts'
import { menuFor } from '../portal/menu-for.ts'
import { verbsOf } from '../portal/verbs-of.ts'
import { listedTypes } from '../portal/listed-types.ts'
import { actionLabel, presentTask, type Presented } from './present-task.ts'

/** A record in a final state is a task, such as a claim to pay, for so many days. */
const FINAL_FOR_DAYS = 180

interface OfType { tasks: HomeTask[]; underWay: HomeRequest[]; queue: HomeAnswer['queues'][number] | undefined; isMore: boolean }

/** Reads it for the current user: two queries for the approvals, and at most two for each type with states. */
export async function readHome(db: Db, command: CommandContext): Promise<HomeAnswer> {
  const { engine, session } = command
  const entries = { company: session.company.code, statuses: ['Open'], newest: MAX_TASKS_PER_TYPE }
  const types = Object.values(engine.catalogue.types).filter((manifest) => manifest.kind === 'document' && hasStates(manifest)).map(({ id }) => engine.type(id))
  const [waiting, sent] = await Promise.all([
    visibleEntries(db, command, { ...entries, waitingFor: holderOf(session) }),
    visibleEntries(db, command, { ...entries, sender: approverNumber(session), latestOnly: true, newest: MAX_TASKS_PER_TYPE * 2 }),
  ])
  const found = await Promise.all(types.map((type) => readType(db, command, type, sent)))
  const tasks = [...decisionsOf(command, waiting), ...found.flatMap((one) => one.tasks)].toSorted(byUrgency)
  return {
    tasks: await withNames(db, command, tasks.slice(0, MAX_TASKS)),
    isMore: tasks.length > MAX_TASKS || waiting.length === MAX_TASKS_PER_TYPE || found.some(({ isMore }) => isMore),
    queues: found.flatMap(({ queue }) => queue ?? []),
    underWay: found.flatMap((one) => one.underWay).toSorted((a, b) => (a.since < b.since ? 1 : -1)).slice(0, MAX_UNDER_WAY),
    shortcuts: shortcutsOf(command),
  }
}

/** Replaces the numbers of employees by their names. */
async function withNames(db: Db, { engine, session }: CommandContext, tasks: HomeTask[]): Promise<HomeTask[]> {
  const { employees } = engine.catalogue.organisation
  const numbers = [...new Set(tasks.flatMap(({ person }) => person ?? []))]
  if (employees === undefined || numbers.length === 0) return tasks
  const people = await loadRecords(db, session.company.code, numbers.map((key) => ({ type: employees.type, key })))
  return tasks.map((task) => {
    const name = task.person === null ? undefined : people.get(refKey(employees.type, task.person))?.data[employees.name]
    return typeof name === 'string' && name !== '' ? { ...task, person: name } : task
  })
}

/** Drafts last; otherwise what is due first, then what has waited longest. */
function byUrgency(a: HomeTask, b: HomeTask): number {
  const place = ({ kind, due, since }: HomeTask): string => `${kind === 'draft' ? 2 : 1} ${due ?? '9999'} ${since}`
  return place(a) < place(b) ? -1 : 1
}

/** One task per document, even if two of its entries wait for the person. */
function decisionsOf(command: CommandContext, waiting: VisibleEntry[]): HomeTask[] {
  const first = new Map(waiting.toReversed().map((entry) => [`${entry.row.type} ${entry.record.key}`, entry]))
  return [...first.values()].map(({ row, record }) => {
    const type = command.engine.type(row.type)
    return {
      ...presentTask(command, type, { record, changedAt: row.sent_at }, plainContext(command), true), kind: 'decide',
      action: actionLabel(command, type.manifest.actions['approve']), path: linkTo(command.engine.catalogue, row.type, record.key, row.approver), due: row.due_at.toISOString().slice(0, 10), person: row.sender_name ?? row.sender,
    }
  })
}

async function readType(db: Db, command: CommandContext, type: CompiledType, sent: VisibleEntry[]): Promise<OfType> {
  const { session, engine } = command
  const { manifest } = type
  const nothing = { tasks: [], underWay: [], queue: undefined, isMore: false }
  const rows = rowsOf(command, type, 'list')
  if (rows.kind === 'never' || isStateRedacted(manifest, type.redactedInLists(session.actor, plainContext(command)))) return nothing
  const actions = taskActions(engine.catalogue, manifest)
  const [own, queue] = await Promise.all([readOwn(db, command, type, rows), readQueue(db, command, type, rows, forRoles(actions, session.actor))])
  const [mine, queued] = await Promise.all([tasksIn(db, command, type, own.found, forOwner(actions)), tasksIn(db, command, type, queue.found, forRoles(actions, session.actor))])
  const theirs = queued.filter(({ key }) => !mine.some((task) => task.key === key))
  const done = new Set([...mine, ...theirs].map(({ key }) => key))
  const waits = new Map(sent.filter(({ row }) => row.type === manifest.id).map(({ row }) => [row.document_key, row]))
  const others = own.found.filter(({ record }) => !done.has(record.key) && isUnderWay(manifest, record.state))
  return {
    tasks: [...mine, ...theirs],
    underWay: others.map((one): HomeRequest => {
      const entry = waits.get(one.record.key)
      const shown = presentTask(command, type, one, plainContext(command), false)
      return { ...shown, ...(entry && { since: entry.sent_at.toISOString() }), waitsFor: entry === undefined ? null : (entry.approver_name ?? entry.approver) }
    }),
    queue: theirs.length === 0 ? undefined : { type: manifest.id, count: theirs.length, isMore: queue.isMore },
    isMore: own.isMore || queue.isMore,
  }
}

/** Whether others have to do with a document in the state: neither a draft, nor rejected, nor over. */
function isUnderWay({ states, approval, approvals }: ResolvedDocumentType, name: string): boolean {
  const state = states[name]
  const isRejected = [...(approval ? [approval] : []), ...Object.values(approvals)].some(({ rejected }) => rejected === name)
  return state !== undefined && !state.initial && !state.final && !isRejected
}

type Read = Awaited<ReturnType<typeof documentsInStates>>
const NOTHING: Read = { found: [], isMore: false }

/** The person's own records that are not over. */
async function readOwn(db: Db, command: CommandContext, type: CompiledType, rows: RowPredicate): Promise<Read> {
  const { manifest } = type
  const { employee } = command.session.actor
  if (employee === undefined || manifest.owner === undefined) return NOTHING
  const own: RowPredicate = { kind: 'compare', op: '=', field: { name: manifest.owner, role: 'owner', type: 'string' }, value: employee }
  return read(db, command, manifest, allOf([own, rows]), Object.values(manifest.states).filter(({ final }) => !final).map(({ name }) => name))
}

/** The records that the person may list, in states from which one of their roles moves them on. */
async function readQueue(db: Db, command: CommandContext, { manifest }: CompiledType, rows: RowPredicate, actions: ResolvedAction[]): Promise<Read> {
  const states = [...new Set(actions.flatMap(({ from }) => from))].filter((name) => Object.hasOwn(manifest.states, name))
  if (states.length === 0) return NOTHING
  const offered = anyOf(actions.map(({ from, when }) => allOf([inStates(manifest, from), when === undefined ? ALWAYS : asRows(when, manifest)])))
  return read(db, command, manifest, allOf([rows, offered]), states)
}

function read(db: Db, command: CommandContext, manifest: ResolvedDocumentType, rows: RowPredicate, states: string[]): Promise<Read> {
  const finalSince = new Date(`${addDays(command.session.today, -FINAL_FOR_DAYS)}T00:00:00Z`)
  return documentsInStates(db, { manifest, company: command.session.company.code, rows, states, finalSince, limit: MAX_TASKS_PER_TYPE })
}

function inStates({ stateField }: ResolvedDocumentType, values: string[]): RowPredicate {
  return { kind: 'in', field: { name: stateField, role: 'state', type: 'string' }, values }
}

/** The condition as far as the database can apply it; what it cannot is evaluated on each record. */
function asRows(when: string, manifest: ResolvedDocumentType): RowPredicate {
  try {
    return storedRows(when, manifest)
  } catch {
    return ALWAYS
  }
}

/** Those of the records on which the person may perform one of the actions now. */
async function tasksIn(db: Db, command: CommandContext, type: CompiledType, found: RecordInState[], actions: ResolvedAction[]): Promise<HomeTask[]> {
  if (found.length === 0 || actions.length === 0) return []
  const docs = found.map(({ record }) => docOf(type, record))
  const { ctx } = needsRefs(type) ? await contextWithRefs(db, command, type, docs) : { ctx: plainContext(command) }
  const tasks: HomeTask[] = []
  for (const [index, one] of found.entries()) {
    const { allowed } = await runSliced(type.findingActions(docs[index] ?? {}, ctx, relationToRecord(command.session, one.record.owner, false), false))
    // Of several, the one declared last leads furthest.
    const action = actions.findLast(({ id }) => allowed.includes(id))
    if (action) tasks.push(taskOf(command, type, one, action, presentTask(command, type, one, ctx, false)))
  }
  return tasks
}

function taskOf(command: CommandContext, { manifest }: CompiledType, { record }: RecordInState, action: ResolvedAction, shown: Presented): HomeTask {
  const { catalogue } = command.engine
  const view = action.views.includes('main') ? undefined : action.views.find((name) => viewPageOf(catalogue.pages, manifest.id, name) !== undefined)
  const page = view === undefined ? undefined : viewPageOf(catalogue.pages, manifest.id, view)
  const state = manifest.states[record.state]
  const isOwn = record.owner !== undefined && record.owner === command.session.actor.employee
  const isRejected = [...(manifest.approval ? [manifest.approval] : []), ...Object.values(manifest.approvals)].some(({ rejected }) => rejected === record.state)
  return {
    ...shown,
    kind: isOwn && isRejected ? 'correct' : begunOr(state),
    action: view === undefined ? actionLabel(command, action) : t(manifest.card.views[view]?.label ?? manifest.card.views[view]?.title ?? actionLabel(command, action)),
    path: page ? pathTo(page, record.key) : cardPath(catalogue.pages, manifest.id, record.key),
    due: dueOf(manifest, record), person: isOwn ? null : shown.person,
  }
}

/** What cannot be edited was not begun by the person: somebody else made it for them. */
function begunOr(state: ResolvedState | undefined): HomeTask['kind'] {
  return state?.initial === true && state.editable ? 'draft' : 'act'
}

/** The date of a reminder to the people who have to act in this state. */
function dueOf({ reminders, shape }: ResolvedDocumentType, { state, data }: StoredRecord): string | null {
  const found = Object.values(reminders).find(({ states, date }) => states?.includes(state) !== false && shape.fields[date]?.internal !== true && typeof data[date] === 'string')
  const value = found && data[found.date]
  return typeof value === 'string' ? value.slice(0, 10) : null
}

/** Documents that the person may create and whose lists are in their menu, in its order. */
function shortcutsOf(command: CommandContext): HomeAnswer['shortcuts'] {
  const { engine, session } = command
  const off = switchedOffFor(engine, session).types
  return [...new Set(listedTypes(engine, menuFor(engine, session)))].flatMap((id) => {
    const type = engine.type(id)
    const { manifest } = type
    if (manifest.kind !== 'document' || manifest.job !== undefined || off.has(id) || !verbsOf(manifest, session.actor).includes('create')) return []
    return [{ type: id, title: titleFor(type, session), icon: manifest.icon, path: cardPath(engine.catalogue.pages, id) }]
  })
}
