import { expectField, expectLines, expectState, expectType, type CheckContext, type CheckPass } from './check-context.ts'
import { dependenciesOf } from '../../expressions/dependencies.ts'
import { checkNotice, refuseOverwritten } from './check-actions.ts'
import { RUNS } from '../../access/built-in-roles.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedAction, ResolvedDocumentType, ResolvedJob } from '../resolve/resolved.ts'

const NUMBERS = ['total', 'done', 'posted', 'skipped', 'failed'] as const
const TEXTS = ['cursor', 'endedAt', 'note'] as const

/** A job must go through records that can be counted, write what can be written, and keep its figures in fields that nobody enters. */
export const checkJob: CheckPass = (context, expanded, type) => {
  const { job } = type
  if (job === undefined) {
    for (const section of Object.values(type.card.sections)) if (section.kind === 'results') context.reporter.inType('E218', expanded, ['card', 'sections', section.name, 'kind'], 'Only a run of a job has results.', { seen: 'results', expected: 'a type with job' })
    return
  }
  const at = ['job']
  for (const [meaning, state] of Object.entries(job.states)) expectState(context, expanded, [...at, 'states', meaning], state, type)
  checkFigures(context, expanded, type, job)
  if (expectLines(context, expanded, [...at, 'items'], job.items, type)) checkItems(context, expanded, type, job)
  if (job.posts.length === 0 && job.runs.length === 0) context.reporter.inType('E104', expanded, at, 'A job does nothing without posts or runs.', { key: true, expected: 'posts' })
  if (job.posts.length > 0 && job.key === undefined) context.reporter.inType('E104', expanded, at, 'Without a key, a second run would post everything again.', { key: true, expected: 'key' })
  if (job.key !== undefined) checkKey(context, expanded, [...at, 'key'], job, job.key)
  for (const [index, post] of job.posts.entries()) {
    checkPost(context, expanded, type, [...at, 'posts', index], post)
    if (post.key !== undefined) checkKey(context, expanded, [...at, 'posts', index, 'key'], job, post.key)
  }
  for (const [index, run] of job.runs.entries()) checkRun(context, expanded, type, [...at, 'runs', index], run)
  for (const [index, notice] of job.notifies.entries()) checkNotice(context, expanded, type, [...at, 'notifies', index], notice)
  const { schedule } = job
  const isOfYear = typeof schedule?.on === 'string' && schedule.on !== 'last'
  if (schedule !== undefined && (isOfYear !== (schedule.every === 'year'))) context.reporter.inType('E218', expanded, [...at, 'schedule', 'on'], `This is no day of a ${schedule.every}.`, { seen: String(schedule.on), expected: schedule.every === 'year' ? 'MM-DD' : 'a number up to 28, or last' })
}

/** A key must differ from item to item: it reads every field that the items go through. */
function checkKey({ reporter }: CheckContext, expanded: ExpandedType, at: KeyPath, { over }: ResolvedJob, key: string): void {
  const read = new Set(dependenciesOf(key).flatMap(([root, field]) => (root === 'line' && field !== undefined ? [field] : [])))
  if (Object.keys(over).every((field) => read.has(field))) return
  reporter.inType('E218', expanded, at, 'Several items have the same key, so that something would be posted for the first of them only.', { seen: key, expected: `an expression that reads line.${Object.keys(over).join(' and line.')}` })
}

function checkFigures(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { figures }: ResolvedJob): void {
  const refuse = (name: string, expected: string): void => context.reporter.inType('E218', expanded, ['job', 'figures', name], `"${figures[name as 'total']}" cannot hold this.`, { seen: figures[name as 'total'], expected })
  for (const name of [...NUMBERS, ...TEXTS]) {
    const field = figures[name]
    if (field === undefined || !expectField(context, expanded, ['job', 'figures', name], field, type.shape)) continue
    const { type: held, readOnly = false, internal } = type.shape.fields[field] ?? {}
    if (NUMBERS.some((one) => one === name) ? held !== 'integer' : held !== 'string') refuse(name, NUMBERS.some((one) => one === name) ? 'an integer' : 'a text')
    else if (!readOnly && internal !== true) refuse(name, 'a field that is readOnly, or x-internal')
  }
}

function checkItems(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { items, over }: ResolvedJob): void {
  const line = type.shape.fields[items]?.line
  for (const [field, name] of Object.entries(over)) {
    const at: KeyPath = ['job', 'over', field]
    expectField(context, expanded, at, field, line, { key: true })
    const lookup = type.lookups[name]
    if (lookup === undefined) context.reporter.inType('E251', expanded, at, `There is no lookup "${name}".`, { seen: name, known: Object.keys(type.lookups) })
    else if (lookup.figure !== 'count' || lookup.each !== undefined || lookup.group !== undefined) context.reporter.inType('E218', expanded, at, `"${name}" counts no records to go through.`, { seen: name, expected: 'a lookup that counts, without per and each' })
  }
}

/** An action that a job runs must be one that happens as a consequence, on a record of the items. */
function checkRun(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, { of, action, input }: ResolvedJob['runs'][number]): void {
  const { over = {} } = type.job ?? {}
  const lookup = over[of]
  if (lookup === undefined) return context.reporter.inType('E201', expanded, [...at, 'of'], `"${of}" is no field of over.`, { seen: of, known: Object.keys(over) })
  const target = context.catalogue.types[type.lookups[lookup]?.of ?? '']
  if (target === undefined) return
  const able = Object.values(target.actions).filter(({ who, saves, deletes }) => who.includes(RUNS) && !saves && !deletes).map(({ id }) => id)
  if (!able.includes(action)) return context.reporter.inType('E252', expanded, [...at, 'action'], `"${action}" of ${target.id} cannot be run from here.`, { seen: action, known: able })
  for (const field of Object.keys(input)) expectField(context, expanded, [...at, 'input', field], field, target.actions[action]?.input ?? { name: 'input', required: [], fields: {} }, { key: true })
}

function checkPost(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, { to, values, then }: ResolvedJob['posts'][number]): void {
  if (!expectType(context, expanded, [...at, 'to'], to)) return
  const target = context.catalogue.types[to]
  if (target === undefined) return
  if (to === type.id) context.reporter.inType('E218', expanded, [...at, 'to'], 'A run does not make further runs.', { seen: to, expected: 'another type' })
  for (const field of Object.keys(values)) {
    if (expectField(context, expanded, [...at, 'values', field], field, target.shape, { key: true })) refuseOverwritten(context, expanded, [...at, 'values', field], field, target)
  }
  if (then === undefined) return
  const begins = ({ startsApproval, starts, who, saves, deletes }: ResolvedAction): boolean => (startsApproval ? starts === undefined : who.includes(RUNS) && !saves && !deletes)
  const starting = Object.values(target.actions).filter((action) => begins(action) && (action.input?.required.length ?? 0) === 0).map(({ id }) => id)
  if (!starting.includes(then)) context.reporter.inType('E252', expanded, [...at, 'then'], `"${then}" of ${to} neither starts an approval nor is run from elsewhere, or it asks for something.`, { seen: then, known: starting })
  // A document without gaps in its numbers has none yet.
  else if (target.gapless === true) context.reporter.inType('E252', expanded, [...at, 'then'], `The documents of ${to} get their numbers at the very end, after what is run on them.`, { seen: then, expected: `"gapless": false of ${to}` })
}
