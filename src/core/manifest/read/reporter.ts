import type { ManifestIssue } from '../../errors.ts'
import type { ExpandedType } from './expanded.ts'
import type { IssueCode } from './issue-codes.ts'
import { nearest } from './nearest.ts'
import { ruleName } from './shorthand/rule-groups.ts'
import type { Place, SourceText } from './source-text.ts'

export type KeyPath = readonly (string | number)[]

export interface IssueDetails {
  expected?: string
  seen?: string
  suggestion?: string | undefined
  /** The names that are possible; `expected` and `suggestion` are derived from them. */
  known?: readonly string[]
  /** The key is wrong, not its value. */
  key?: boolean
  /** A place that is already known, for a path that leads to none. */
  at?: Place
  /** Offset in a string value, in characters. */
  offset?: number
}

/** Collects issues and locates them. */
export interface Reporter {
  issues: ManifestIssue[]
  inFile: (code: IssueCode, file: string, path: KeyPath, message: string, details?: IssueDetails) => void
  /** The path is one of the expanded manifest; a part that came from a mixin or overlay is located in its own file. */
  inType: (code: IssueCode, type: ExpandedType, path: KeyPath, message: string, details?: IssueDetails) => void
}

const MAX_LIST_LENGTH = 16

/**
 * Collects issues in `issues`, each with its line and column in the text of the file, and with the known name nearest to a misspelt one.
 */
export function createReporter(texts: ReadonlyMap<string, SourceText>): Reporter {
  const issues: ManifestIssue[] = []
  const inFile: Reporter['inFile'] = (code, file, path, message, details = {}) => {
    const place = details.at ?? texts.get(file)?.placeOf(path, { ...(details.key === true && { key: true }), ...(details.offset !== undefined && { offset: details.offset }) }) ?? { line: 1, column: 1 }
    const expected = details.expected ?? (details.known === undefined ? undefined : listed(details.known))
    const suggestion = details.suggestion ?? (details.known === undefined || details.seen === undefined ? undefined : nearest(details.seen, details.known))
    issues.push({
      code, severity: code.startsWith('W') ? 'warning' : 'error', file, ...place, path: pathText(path), message,
      ...(expected !== undefined && { expected }), ...(details.seen !== undefined && { seen: details.seen }), ...(suggestion !== undefined && { suggestion }),
    })
  }
  return {
    issues, inFile,
    inType: (code, type, path, message, details) => {
      const origin = originOf(type, path[0] === 'rules' ? path.map((key, index) => (index === 1 ? ruleName(String(key)) : key)) : path)
      inFile(code, origin.file, origin.path, message, details)
    },
  }
}

/** Where a part of an expanded manifest was written. */
export function originOf(type: ExpandedType, path: KeyPath): { file: string; path: KeyPath } {
  const origin = type.partOrigins
    .filter(({ at }) => at.length <= path.length && at.every((key, index) => key === String(path[index])))
    .sort((a, b) => b.at.length - a.at.length)[0]
  return origin === undefined ? { file: type.file, path } : { file: origin.file, path: [...origin.path, ...path.slice(origin.at.length)] }
}

/** Keys joined by dots; a key with a dot or space is quoted, as in overlays. */
export function pathText(path: KeyPath): string {
  return path.map((key) => (/^[^.\s"]+$/.test(String(key)) ? String(key) : JSON.stringify(key))).join('.')
}

/** Names separated by commas, cut short if there are many. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none are declared'
  return names.length <= MAX_LIST_LENGTH ? names.join(', ') : `${names.slice(0, MAX_LIST_LENGTH).join(', ')} and ${names.length - MAX_LIST_LENGTH} more`
}
