import { wireName } from '../../document/wire-name.ts'
import { isFormAction } from '../../access/form-actions.ts'
import { type CheckContext, expectAction, expectField, expectShownField } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import { isDecision } from '../../workflow/decisions.ts'
import { filterParameters, RESERVED_PARAMETERS } from '../resolve/list-parameters.ts'
import type { DocumentTypeManifest } from '../language/manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import { IS_APPROVER, isPeopleType } from '../resolve/people-type.ts'
import { callsOf, isListCall, keyNames } from '../resolve/resolve-endpoints.ts'
import type { ResolvedDocumentType, ResolvedEndpoint } from '../resolve/resolved.ts'

/** Endpoints must name something that can be called and contain the key where one is needed, and no two may handle the same call. */
export function checkEndpoints(context: CheckContext, types: readonly ExpandedType[]): void {
  const taken = new Map<string, string>()
  for (const expanded of types) {
    const type = context.catalogue.types[expanded.id]
    if (type === undefined) continue
    const manifest = expanded.manifest as unknown as DocumentTypeManifest
    for (const [name, given] of Object.entries(manifest.endpoints ?? {})) {
      const known = endpointNames(type)
      if (!known.includes(name)) context.reporter.inType('E213', expanded, ['endpoints', name], `There is no call "${name}".`, { key: true, seen: name, known })
      checkKey(context, expanded, type, name, manifest)
      for (const [index, endpoint] of (type.endpoints[name] ?? []).entries()) {
        const path = Array.isArray(given) ? ['endpoints', name, index] : ['endpoints', name]
        checkFilters(context, expanded, type, path, endpoint)
        checkGives(context, expanded, type, path, endpoint)
        checkCheck(context, expanded, type, path, endpoint)
        const call = signature(endpoint)
        if (endpoint.method === 'GET' && doesWrite(type, name)) context.reporter.inType('E276', expanded, path, `"${name}" writes, so it cannot be called by GET.`, { expected: 'POST, PATCH, PUT or DELETE', seen: call })
        const other = taken.get(call)
        // Synonyms of one name may differ only in where the key is.
        if (other !== undefined && other !== `${type.id} ${name}` && !isKnownByState(type, other, name) && !isKnownByKey(type, other, endpoint)) context.reporter.inType('E214', expanded, path, `${other} answers ${call} too.`, { seen: call })
        taken.set(call, `${type.id} ${name}`)
      }
    }
  }
}

/** Whether the call changes something. A browser sends GET requests to any address that any page names. */
function doesWrite({ actions }: ResolvedDocumentType, name: string): boolean {
  return /(^|\.)(create|update|delete)$/.test(name) || actions[name]?.answersOnly === false
}

/** Two actions of a type may share a call if no state offers both: the record's state decides which is meant. */
function isKnownByState(type: ResolvedDocumentType, other: string, name: string): boolean {
  const [id, first = ''] = other.split(' ')
  const mine = type.actions[name]
  const theirs = id === type.id ? type.actions[first] : undefined
  return mine !== undefined && theirs !== undefined && !mine.from.some((state) => theirs.from.includes(state))
}

/** Creating and changing may share a call without a key in its address: whether its body has the key of the record, or line, decides which is meant. */
function isKnownByKey(type: ResolvedDocumentType, other: string, { name, key }: ResolvedEndpoint): boolean {
  const [id, first = ''] = other.split(' ')
  const [of, and] = [name, first].map((one) => one.replace(/(^|\.)(create|update)$/, '$1'))
  return id === type.id && of === and && name !== first && key?.in !== 'path' && key?.in !== 'query'
}

/** Calls that read one record and what belongs to it. */
const isRead = (name: string): boolean => name === 'get' || /^(print|file)\./.test(name)

/** Filters that a list call always carries must be filters of the list, and what it ignores nothing that it reads. */
function checkFilters(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, { name, filters = {}, ignores = [], parameters = {}, where, answers, by }: ResolvedEndpoint): void {
  const known = Object.entries(type.list.filters).flatMap(([field, kind]) => filterParameters(wireName(type.shape, field), kind))
  const isList = isListCall(name)
  for (const key of isList ? [] : [...(where === undefined || by !== undefined ? [] : ['where']), ...(answers === 'one' ? ['answers'] : [])]) context.reporter.inType('E253', expanded, [...path, key], `"${name}" is no list.`, { key: true, seen: name, expected: 'list' })
  if (by !== undefined && !isRead(name)) context.reporter.inType('E253', expanded, [...path, 'by'], `"${name}" is given the key of the record.`, { seen: name, expected: 'get, print.<name> or file.<name>' })
  else if (by !== undefined && expectField(context, expanded, [...path, 'by'], by, type.shape) && type.shape.fields[by]?.type !== 'string') context.reporter.inType('E253', expanded, [...path, 'by'], `"${by}" is no text.`, { seen: by, expected: 'a field of type string' })
  if (answers === 'status' && !name.startsWith('print.')) context.reporter.inType('E253', expanded, [...path, 'answers'], `"${name}" is no printed form.`, { seen: name, expected: 'print.<name>' })
  for (const [parameter, stands] of Object.entries(parameters)) {
    const targets = isDecision(name) ? ['reason'] : [...known, ...(type.owner === undefined ? [] : ['mine']), ...(type.approval === undefined ? [] : ['assigned'])]
    if (isDecision(name) && targets.includes(stands)) continue
    if (isList && targets.includes(stands) && !known.includes(parameter) && !RESERVED_PARAMETERS.includes(parameter)) continue
    context.reporter.inType('E253', expanded, [...path, 'parameters', parameter], isList || isDecision(name) ? `"${parameter}" cannot stand for "${stands}".` : `"${name}" is no list.`, { seen: stands, known: targets })
  }
  for (const [index, ignored] of ignores.entries()) {
    if (isList && !known.includes(ignored) && !RESERVED_PARAMETERS.includes(ignored)) continue
    context.reporter.inType('E253', expanded, [...path, 'ignores', index], isList ? `The list reads "${ignored}".` : `"${name}" is no list.`, { seen: ignored, expected: 'a parameter that the list does not read' })
  }
  for (const filter of Object.keys(filters)) {
    if (isList && known.includes(filter)) continue
    context.reporter.inType('E253', expanded, [...path, 'filters', filter], isList ? `The list is not filtered by "${filter}".` : `"${name}" is no list.`, { key: true, seen: filter, known })
  }
}

/** Balances give figures of an account, or what the account is of, and lists fields, by other names. */
function checkGives(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, { name, gives = {} }: ResolvedEndpoint): void {
  const { balances } = type
  const fields = Object.values(type.shape.fields)
  if (name === 'list') {
    const known = [...fields.filter(({ internal, wireOnly }) => !internal && !wireOnly).map((field) => field.name), ...(isPeopleType(context.catalogue, type.id) ? [IS_APPROVER] : [])]
    for (const [given, value] of Object.entries(gives)) {
      if (!known.includes(value)) context.reporter.inType('E213', expanded, [...path, 'gives', given], `A record of the list has no "${value}".`, { seen: value, known })
      else if (fields.some(({ wire }) => wire === given)) context.reporter.inType('E213', expanded, [...path, 'gives', given], `The records have a field "${given}" already.`, { key: true, seen: given, expected: 'another name' })
    }
    return
  }
  const known = balances === undefined || name !== 'balances' ? [] : [balances.by, balances.period, ...Object.keys(balances.figures)]
  for (const [given, member] of Object.entries(gives)) {
    if (!known.includes(member)) context.reporter.inType('E213', expanded, [...path, 'gives', given], name === 'balances' ? `An account has no "${member}".` : `"${name}" gives neither balances nor a list.`, { seen: member, known })
  }
}

/** Only a check has questions and answers of its own, and these name fields that people enter and an action of the form. */
function checkCheck(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, { name, check }: ResolvedEndpoint): void {
  const at = [...path, 'check']
  if ((name === 'check') !== (check !== undefined)) {
    const known = endpointNames(type).filter((one) => one !== 'check')
    context.reporter.inType('E213', expanded, name === 'check' ? path : at, name === 'check' ? 'The call must declare what it takes and gives; without that it is the generic one.' : `"${name}" checks no form.`, { seen: name, ...(name === 'check' ? { expected: 'check' } : { known }) })
    return
  }
  if (check === undefined) return
  const taken = Object.values(check.takes)
  for (const [name, field] of Object.entries(check.takes)) {
    if (!expectShownField(context, expanded, [...at, 'takes', name], field, type.shape)) continue
    if (type.shape.fields[field]?.readOnly === true) context.reporter.inType('E218', expanded, [...at, 'takes', name], `Nobody enters "${field}".`, { seen: field, expected: 'a field that people enter' })
  }
  for (const [index, field] of check.enters.entries()) {
    if (!taken.includes(field)) context.reporter.inType('E213', expanded, [...at, 'enters', index], `The call does not take "${field}".`, { seen: field, known: taken })
  }
  for (const field of check.fields) if (!taken.includes(field)) expectField(context, expanded, [...at, 'fields'], field, type.shape)
  if (check.for === undefined || !expectAction(context, expanded, [...at, 'for'], check.for, type)) return
  const action = type.actions[check.for]
  if (action !== undefined && !isFormAction(action)) context.reporter.inType('E213', expanded, [...at, 'for'], `The form is not filled in for "${check.for}".`, { seen: check.for, expected: 'an action that saves, saves first or starts an approval' })
}

/** Calls to read that are about no single record. */
const WITHOUT_KEY: ReadonlySet<string> = new Set(['figures', 'waiting', 'approvers', 'balances'])

function checkKey(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, name: string, manifest: DocumentTypeManifest): void {
  const given = manifest.endpoints?.[name]
  if (given === undefined) return
  for (const [index, call] of callsOf(given).entries()) {
    const path = Array.isArray(given) ? ['endpoints', name, index] : ['endpoints', name]
    const needsKey = call.method === 'GET' && !isListCall(name) && !WITHOUT_KEY.has(name)
    const placeholders = [...call.pathNames, ...Object.values(call.queryNames)]
    if (needsKey && type.endpoints[name]?.[index]?.key === undefined) {
      context.reporter.inType('E213', expanded, path, `"${name}" must declare where the key is: {${type.key}} in path or query.`, { expected: `{${type.key}}`, seen: placeholders.join(', ') || 'no placeholder' })
    }
    if (placeholders.length === 0) continue
    const known = [...keyNames(manifest, type.shape), 'id', ...Object.keys(type.shape.fields), ...Object.values(type.shape.fields).flatMap((field) => Object.keys(field.line?.fields ?? {}))]
    for (const placeholder of placeholders) {
      if (!known.includes(placeholder)) context.reporter.inType('E213', expanded, path, `The call names "{${placeholder}}", which is no field.`, { seen: placeholder, known })
    }
  }
}

function endpointNames(type: ResolvedDocumentType): string[] {
  const lines = Object.values(type.shape.fields).filter((field) => field.line !== undefined).flatMap((field) => [`${field.name}.list`, `${field.name}.get`, `${field.name}.create`, `${field.name}.update`, `${field.name}.delete`])
  return ['list', 'figures', 'check', ...(type.approval === undefined ? [] : ['waiting', 'approvers']), ...(type.balances === undefined ? [] : ['balances']), 'get', 'create', 'update', 'delete', ...Object.keys(type.actions), ...lines, ...(type.attachments === undefined ? [] : ['attachments.delete']), ...Object.values(type.shape.fields).filter(({ file }) => file !== undefined).map((field) => `file.${field.name}`), ...Object.keys(type.print).map((print) => `print.${print}`)]
}

function signature(endpoint: ResolvedEndpoint): string {
  const query = Object.entries(endpoint.fixedQuery).sort().map(([name, value]) => `${name}=${value}`).join('&')
  return `${endpoint.method} ${endpoint.path.replace(/:[^/]+/g, ':x')}${query === '' ? '' : `?${query}`}`
}
