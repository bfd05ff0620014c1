import { placeOfEffect, type Place } from '../../expressions/language.ts'
import { approvalsOf } from '../../workflow/approvals.ts'
import { isDecision } from '../../workflow/decisions.ts'
import { referencesOfField } from '../../document/referred.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { Consequences, ResolvedAction, ResolvedActionCheck, ResolvedApproval, ResolvedCheckCall, ResolvedDocumentType, ResolvedField, ResolvedJob, ResolvedReference, Recipient, Target } from './resolved.ts'

/** One expression of a type: its place in the manifest, what it may read and what it must return. */
export interface PlacedExpression {
  source: string
  path: KeyPath
  place: Place
  /** `dyn` if the field that it is for is unknown. */
  expected: 'bool' | 'string' | 'double' | 'dyn' | 'string | list<string>' | ResolvedField
}

/**
 * Every expression of a type.
 * @param typeOf finds the types that entries are posted to; without it the posted values may have any type.
 * @param lineDefs the name of an array's line shape in the author's manifest; needed only for paths.
 */
export function expressionsOf(
  type: ResolvedDocumentType, typeOf: (id: string) => ResolvedDocumentType | undefined = () => undefined, lineDefs: (array: string) => string | undefined = () => undefined,
): PlacedExpression[] {
  return [
    ...Object.values(type.shape.fields).flatMap((field) => [
      ...ofField(field, ['schema', 'properties', field.name], { at: 'header' }),
      ...Object.values(field.line?.fields ?? {}).flatMap((inner) => ofField(inner, ['schema', '$defs', lineDefs(field.name) ?? '', 'properties', inner.name], { at: 'line', array: field.name })),
    ]),
    ...ofRules(type), ...ofActions(type, typeOf), ...ofRest(type, typeOf),
  ]
}

type SourceAtKey = [key: string, source: string | undefined, expected: PlacedExpression['expected']]

function placed(path: KeyPath, place: Place, sources: SourceAtKey[]): PlacedExpression[] {
  const found: PlacedExpression[] = []
  for (const [key, source, expected] of sources) if (source !== undefined) found.push({ source, path: [...path, ...key.split('/')], place, expected })
  return found
}

const NONE: PlacedExpression[] = []

/** Most fields have no expressions. */
function ofField(field: ResolvedField, path: KeyPath, place: Place): PlacedExpression[] {
  const { compute, computeWhile, stamp, defaultExpression, askedWhen, tone } = field
  const references = referencesOfField(field).filter(({ options }) => options !== undefined)
  if ((compute ?? computeWhile ?? stamp ?? defaultExpression ?? askedWhen ?? tone ?? references[0]) === undefined) return NONE
  const option = ({ to }: ResolvedReference): Place => ({ at: 'option', to, ...(place.at === 'line' && { array: place.array }) })
  return [
    ...placed(path, place, [['x-compute', field.compute, field], ['x-compute-while', field.computeWhile, 'bool'], ['x-stamp', field.stamp, field], ['x-default', field.defaultExpression, field], ['x-when', field.askedWhen, 'bool'], ['x-tone', field.tone, 'string']]),
    ...references.flatMap((reference) => placed(path, option(reference), [['x-ref/options', reference.options, 'bool']])),
  ]
}

function ofRules(type: ResolvedDocumentType): PlacedExpression[] {
  return Object.values(type.rules).flatMap((rule) => {
    const [first, second] = rule.on
    const header = type.shape.fields[first]
    const field = second === undefined ? header : header?.line?.fields[second]
    if (field === undefined) return []
    const condition = ['label', 'unavailable'].includes(rule.effect) ? 'string' : 'bool'
    const expected = ['value', 'fill', 'min', 'max'].includes(rule.effect) ? field : condition
    const place: Place = second === undefined ? { at: 'header' } : { at: 'line', array: first }
    const path = ['rules', rule.name]
    return [...placed(path, place, [['when', rule.when, 'bool']]), ...placed(path, placeOfEffect(rule.effect, place), [[rule.effect, rule.expression, expected]])]
  })
}

function ofActions(type: ResolvedDocumentType, typeOf: (id: string) => ResolvedDocumentType | undefined): PlacedExpression[] {
  return Object.values(type.actions).flatMap((action) => {
    const place: Place = { at: 'action', ...(action.input !== undefined && { input: action.input }) }
    const path = ['actions', action.id]
    return [
      ...placed(path, { at: 'header' }, [['when', action.when, 'bool']]),
      ...Object.values(action.checks).flatMap((one) => placed(path, placeOfEffect(one.effect, place), [[`checks/${one.name}/${one.effect}`, one.expression, expectedOf(one, action)]])),
      ...Object.entries(action.shows ?? {}).flatMap(([name, { value }]) => placed(path, place, [[`shows/${name}/value`, value, 'dyn']])),
      // The approval defines where a decision leads.
      ...(isDecision(action.id) && approvalsOf(type).length > 0 ? NONE : ofTargets([...path, 'to'], place, action)),
      ...ofConsequences(path, place, type, action, typeOf),
      ...Object.values(action.input?.fields ?? {}).flatMap((field) => ofField(field, [...path, 'input', 'properties', field.name], { at: 'header' })),
    ]
  })
}

function ofTargets(path: KeyPath, place: Place, { to, toFrom = {} }: ResolvedAction): PlacedExpression[] {
  return [...ofTarget(path, place, to), ...Object.entries(toFrom).flatMap(([from, target]) => ofTarget([...path, from], place, target))]
}

/** A single state has no condition. */
function ofTarget(path: KeyPath, place: Place, target: Target | undefined): PlacedExpression[] {
  return Array.isArray(target) ? target.flatMap(({ when }, index) => placed([...path, index], place, [['when', when, 'bool']])) : NONE
}

function expectedOf({ effect, on = '' }: ResolvedActionCheck, { input }: ResolvedAction): PlacedExpression['expected'] {
  if (effect === 'check') return 'bool'
  return effect === 'unavailable' ? 'string' : (input?.fields[on] ?? 'dyn')
}

function ofConsequences(path: KeyPath, place: Place, type: ResolvedDocumentType, given: Consequences, typeOf: (id: string) => ResolvedDocumentType | undefined): PlacedExpression[] {
  const sets = Object.entries(given.sets).filter(([name]) => !name.includes('.')).map(([name, source]): SourceAtKey => [`sets/${name}`, source, type.shape.fields[name] ?? 'dyn'])
  const inLines = Object.entries(given.sets).flatMap(([name, source]) => {
    const [array = '', inner] = name.split('.')
    return inner === undefined ? [] : placed(path, { ...place, array } as Place, [[`sets/${name}`, source, type.shape.fields[array]?.line?.fields[inner] ?? 'dyn']])
  })
  const posts = given.posts.flatMap((post, index) => {
    const target = typeOf(post.to)?.shape.fields ?? {}
    const at: Place = post.each === undefined ? place : { ...(place.at === 'action' ? place : { at: 'action' as const }), array: post.each }
    const given = Object.entries(post.values).map(([name, source]): SourceAtKey => [`posts/${index}/values/${name}`, source, target[name] ?? 'dyn'])
    return [
      ...placed(path, at, [[`posts/${index}/when`, post.when, 'bool'], ...given]),
      ...placed(path, { at: 'lookup', of: post.to }, [[`posts/${index}/reverses`, post.reverses, 'bool']]),
    ]
  })
  const notices = given.notifies.flatMap((notice, index) => placed(path, place, [[`notifies/${index}/when`, notice.when, 'bool'], ...ofRecipients(`notifies/${index}/to`, notice.to)]))
  return [...inLines, ...placed(path, place, sets), ...posts, ...notices, ...ofRuns(path, place, type, given, typeOf)].map((one) => ({ ...one, path: one.path.map((key) => (/^\d+$/.test(String(key)) ? Number(key) : key)) }))
}

function ofRecipients(at: string, to: readonly Recipient[]): SourceAtKey[] {
  return to.flatMap((one, index): SourceAtKey[] => (typeof one === 'string' ? [] : [[`${at}/${index}/employee`, one.employee, 'string | list<string>']]))
}

function ofRuns(path: KeyPath, place: Place, type: ResolvedDocumentType, { runs }: Consequences, typeOf: (id: string) => ResolvedDocumentType | undefined): PlacedExpression[] {
  return runs.flatMap(({ over, action, input }, index) => {
    const fields = typeOf(type.lookups[over]?.of ?? '')?.actions[action]?.input?.fields ?? {}
    return placed([...path, 'runs', index, 'input'], place, Object.entries(input).map(([name, source]): SourceAtKey => [name, source, fields[name] ?? 'dyn']))
  })
}

function ofRest(type: ResolvedDocumentType, typeOf: (id: string) => ResolvedDocumentType | undefined): PlacedExpression[] {
  const header: Place = { at: 'header' }
  return [
    ...placed(['source'], header, [['when', type.source?.when, 'bool']]),
    ...placed(['source', 'values'], { at: 'found' }, Object.entries(type.source?.values ?? {}).map(([name, source]): SourceAtKey => [name, source, type.shape.fields[name] ?? 'dyn'])),
    ...Object.entries(type.lists).flatMap(([name, list]) => placed(['lists', name], { at: 'list', of: list.of }, [['where', list.where, 'bool']])),
    ...Object.values(type.lookups).flatMap((lookup) => [
      ...placed(['lookups', lookup.name], { at: 'lookup', of: lookup.of, ...(lookup.each !== undefined && { array: lookup.each }) }, [['where', lookup.where, 'bool']]),
      ...placed(['lookups', lookup.name], header, [['when', lookup.when, 'bool']]),
    ]),
    ...Object.entries(type.list.filtersWhen).flatMap(([field, when]) => placed(['list', 'filters', field], header, [['when', when, 'bool']])),
    ...Object.entries(type.list.dialogs).flatMap(([name, { when }]) => placed(['list', 'dialogs', name], header, [['when', when, 'bool']])),
    ...Object.entries(type.list.figures).flatMap(([name, figure]) => placed(['list', 'figures', name], header, [['value', figure.value, 'double'], ['when', figure.when, 'bool']])),
    ...Object.entries(type.card.views).flatMap(([name, view]) => [
      ...placed(['card', 'views', name], header, [['when', view.when, 'bool'], ['adds/when', view.adds?.when, 'bool']]),
      ...placed(['card', 'views', name, 'adds', 'values'], header, Object.entries(view.adds?.values ?? {}).map(([field, source]): SourceAtKey => [field, source, type.shape.fields[view.adds?.lines ?? '']?.line?.fields[field] ?? 'dyn'])),
    ]),
    ...Object.entries(type.card.opens).flatMap(([name, { lines, when, values }]) => {
      const place: Place = lines === undefined ? header : { at: 'line', array: lines }
      return [...placed(['card', 'opens', name], place, [['when', when, 'bool']]), ...placed(['card', 'opens', name, 'values'], place, Object.entries(values).map(([field, source]): SourceAtKey => [field, source, 'dyn']))]
    }),
    ...Object.values(type.states).flatMap(({ name, was = {} }) => Object.entries(was).flatMap(([earlier, when]) => placed(['states', name, 'was'], { at: 'rows' }, [[earlier, when, 'bool']]))),
    ...Object.values(type.reminders).flatMap((reminder) => placed(['reminders', reminder.name], header, [['when', reminder.when, 'bool'], ['hours', reminder.hours, 'double'], ...ofRecipients('to', reminder.to)])),
    ...Object.values(type.card.sections).flatMap((section) => placed(['card', 'sections', section.name], header, [['when', section.when, 'bool'], ['comments', section.comments, 'bool']])),
    ...(type.job === undefined ? [] : ofJob(type.job, type, typeOf)),
    ...placed(['balances'], header, [['current', type.balances?.current, 'string']]),
    ...Object.values(type.wizard?.steps ?? {}).flatMap(({ name, when }) => placed(['wizard', 'steps', name], header, [['when', when, 'bool']])),
    ...placed(['balances'], { at: 'lookup', of: type.shape.fields[type.balances?.by ?? '']?.ref?.to ?? '' }, [['only', type.balances?.only, 'bool']]),
    ...placed(['attachments'], header, [['requiredWhen', type.attachments?.requiredWhen, 'bool']]),
    ...(type.approval === undefined ? [] : ofApproval(['approval'], type, type.approval, typeOf)),
    ...Object.entries(type.approvals).flatMap(([id, approval]) => ofApproval(['approvals', id], type, approval, typeOf)),
    ...Object.values(type.permissions).flatMap((permission) => placed(['permissions', permission.role], { at: 'rows' }, [['rows', permission.rows, 'bool']])),
    ...Object.values(type.endpoints).flat().flatMap(({ check }) => ofCheckCall(check)),
    ...Object.entries(type.endpoints).flatMap(([name, calls]) => calls.flatMap(({ where }, index) => placed(['endpoints', name, ...(calls.length > 1 ? [index] : [])], { at: 'list', of: type.id }, [['where', where, 'bool']]))),
    ...Object.values(type.print).flatMap((print) => placed(['print', print.name], { at: 'print' }, [['when', print.when, 'bool']])),
  ]
}

function ofJob({ items, when, why, key, posts, runs, notifies, over }: ResolvedJob, { lookups }: ResolvedDocumentType, typeOf: (id: string) => ResolvedDocumentType | undefined): PlacedExpression[] {
  const item: Place = { at: 'action', array: items }
  return [
    ...placed(['job'], item, [['when', when, 'bool'], ['why', why, 'string'], ['key', key, 'string']]),
    ...posts.flatMap((post, index) => {
      const fields = typeOf(post.to)?.shape.fields ?? {}
      return placed(['job', 'posts', index], item, [['when', post.when, 'bool'], ['key', post.key, 'string'], ...Object.entries(post.values).map(([name, source]): SourceAtKey => [`values/${name}`, source, fields[name] ?? 'dyn'])])
    }),
    ...runs.flatMap((run, index) => {
      const fields = typeOf(lookups[over[run.of] ?? '']?.of ?? '')?.actions[run.action]?.input?.fields ?? {}
      return placed(['job', 'runs', index, 'input'], item, Object.entries(run.input).map(([name, source]): SourceAtKey => [name, source, fields[name] ?? 'dyn']))
    }),
    ...notifies.flatMap((notice, index) => placed(['job', 'notifies', index], { at: 'action' }, [['when', notice.when, 'bool'], ...ofRecipients('to', notice.to)])),
  ]
}

/** Values may be of any type, and absent. */
function ofCheckCall(check: ResolvedCheckCall | undefined): PlacedExpression[] {
  if (check === undefined) return NONE
  const values = (given: Record<string, string>): SourceAtKey[] => Object.entries(given).map(([name, source]) => [name, source, 'dyn'])
  return [...placed(['endpoints', 'check', 'gives'], { at: 'check' }, values(check.gives)), ...placed(['endpoints', 'check', 'beside'], { at: 'check' }, values(check.beside))]
}

function ofApproval(path: KeyPath, type: ResolvedDocumentType, approval: ResolvedApproval, typeOf: (id: string) => ResolvedDocumentType | undefined): PlacedExpression[] {
  return [
    ...ofTarget([...path, 'approved'], { at: 'action' }, approval.approved),
    ...ofTarget([...path, 'rejected'], { at: 'action' }, approval.rejected),
    ...ofConsequences(path, { at: 'action' }, type, approval, typeOf),
    ...placed(path, { at: 'header' }, [['except', approval.except, 'string | list<string>']]),
    ...approval.steps.flatMap((step) => placed([...path, 'steps', step.id], { at: 'header' }, [
      ['when', step.when, 'bool'],
      ['approver/employee', step.approver.kind === 'employee' ? step.approver.expression : undefined, 'string'],
      ['approver/roleOf', step.approver.kind === 'roleOf' ? step.approver.expression : undefined, 'string'],
      ['approver/limit', step.approver.kind === 'limit' ? step.approver.expression : undefined, 'double'],
    ])),
  ]
}
