import type { Catalogue, ResolvedDocumentType, ResolvedEndpoint } from '../core/index.ts'
import { fileFieldsOf } from './commands/file-fields.ts'

/** Whether the endpoint is a generic one, as opposed to one that the manifest names. */
export function isGeneric(type: Pick<ResolvedDocumentType, 'id'>, { path }: ResolvedEndpoint): boolean {
  return path.split('/', 2).join('/') === `documents/${type.id}`
}

/**
 * The words that stand in the paths of generic calls where others have the key of a record: such a key would lead to those calls instead.
 * Those of every type, as a type may get figures or a source while it has records.
 */
export function wordsOfCalls(catalogue: Catalogue): ReadonlySet<string> {
  const words = known.get(catalogue) ?? new Set(Object.values(catalogue.types).flatMap(genericEndpoints).flatMap(({ path }) => path.split('/')[2] ?? []).filter((word) => !word.startsWith(':')))
  known.set(catalogue, words)
  return words
}

const known = new WeakMap<Catalogue, ReadonlySet<string>>()

/**
 * The calls under `documents/{type}` that every type has, in addition to those that its manifest names. Paths are relative to the API base.
 */
export function genericEndpoints(type: ResolvedDocumentType): ResolvedEndpoint[] {
  const base = `documents/${type.id}`
  const ofAll = (name: string, method: ResolvedEndpoint['method'], path = ''): ResolvedEndpoint => ({ name, method, path: base + path, fixedQuery: {} })
  const ofOne = (name: string, method: ResolvedEndpoint['method'], path = ''): ResolvedEndpoint => ({ ...ofAll(name, method, `/:key${path}`), key: { in: 'path', name: 'key' } })
  const calls: [boolean, ResolvedEndpoint[]][] = [
    [true, [ofAll('list', 'GET'), ofAll('create', 'POST'), ofAll('export', 'GET', '/export.csv')]],
    [Object.keys(type.list.figures).length > 0, [ofAll('figures', 'GET', '/figures')]],
    [type.job !== undefined, [ofOne('results', 'GET', '/results')]],
    [type.balances !== undefined, [ofAll('balances', 'GET', '/balances'), ofAll('balances.entries', 'GET', '/balances/entries'), ofAll('balances.printed', 'GET', '/balances/print')]],
    [type.source !== undefined, [ofAll('suggestions', 'GET', '/suggestions'), ofAll('import', 'POST', '/suggestions')]],
    [true, [ofOne('get', 'GET'), ofOne('update', 'PATCH'), ofOne('delete', 'DELETE'), ofOne('events', 'GET', '/events'), ofOne('action', 'POST', '/actions/:action')]],
    [Object.values(type.actions).some(({ startsApproval }) => startsApproval), [ofAll('dry-run', 'POST', '/actions/:action/dry-run'), ofOne('dry-run', 'POST', '/actions/:action/dry-run')]],
    [type.kind !== 'ledger', [ofAll('check', 'POST', '/check'), ofOne('check', 'POST', '/check')]],
    [type.attachments !== undefined || fileFieldsOf(type.shape).length > 0, [ofOne('file', 'GET', '/files/:fileId')]],
    [type.attachments !== undefined, [ofOne('attachments.delete', 'DELETE', '/files/:fileId')]],
    [true, Object.keys(type.print).map((print) => ofOne(`printed.${print}`, 'GET', `/print/${print}`))],
  ]
  return calls.flatMap(([isThere, endpoints]) => (isThere ? endpoints : []))
}
