/** The text of an overlay in the editor: its initial text, and where it contains errors. */
import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { isObject, type FieldIssue, type JsonObject, t } from '../../../core/index.ts'

/** An error or a warning at a place in the text; `line` counts from 1. */
export interface Problem { code: string; path: string; message: string; severity: FieldIssue['severity']; line: number; from: number; to: number }

export interface ReadText { overlay: JsonObject | undefined; problems: Problem[] }

const SYNTAX: Record<string, string> = {
  CommaExpected: t('A comma is missing.'), ColonExpected: t('A colon is missing.'), ValueExpected: t('A value is missing.'), PropertyNameExpected: t('A name in quotes is missing.'),
  CloseBraceExpected: t('A closing brace is missing.'), CloseBracketExpected: t('A closing bracket is missing.'), EndOfFileExpected: t('The overlay ends before this.'), UnexpectedEndOfString: t('A quotation mark is missing.'),
  InvalidSymbol: t('This is not a value: text needs quotation marks.'), InvalidCommentToken: t('Comments are not allowed.'),
}

/** The text of a new overlay: its type and scope, without an operation. */
export function newOverlayText({ type, version, scope }: { type: string; version: number; scope: JsonObject }): string {
  return textOf({ extends: { id: type, version }, scope, operations: [] })
}

/** A stored overlay as editable text, without its author: whoever publishes it becomes the author. */
export function textOf({ author: _author, $schema: _schema, ...overlay }: JsonObject): string {
  return JSON.stringify(overlay, null, 2)
}

/** Parses the text; returns the overlay, or where the text is not valid JSON. */
export function readText(text: string): ReadText {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { disallowComments: true })
  const problems = errors.map(({ error, offset, length }): Problem => {
    const name = printParseErrorCode(error)
    return { code: 'JSON', path: '', severity: 'error', message: SYNTAX[name] ?? t('This is not valid JSON.'), ...placeOf(text, offset, offset + length) }
  })
  if (problems.length > 0) return { overlay: undefined, problems: problems.slice(0, 1) }
  return isObject(value) ? { overlay: value, problems } : { overlay: undefined, problems: [{ code: 'JSON', path: '', severity: 'error', message: t('An overlay must be a JSON object in braces.'), ...placeOf(text, 0, text.length) }] }
}

/** The position of the operation that a problem is about; undefined if it is about the overlay as a whole. */
export function operationOf({ path }: Pick<Problem, 'path'>): number | undefined {
  const [, index] = /^operations\.(\d+)/.exec(path) ?? []
  return index === undefined ? undefined : Number(index)
}

/** Locates the server's issues in the text: at the value or, if that is missing, at its nearest parent. */
export function placeIssues(text: string, issues: readonly FieldIssue[]): Problem[] {
  const root = parseTree(text)
  return issues.map(({ rule, path, message, severity }) => ({ code: rule, path, message, severity, ...placeOfNode(text, nodeAt(root, path)) }))
}

function nodeAt(root: Node | undefined, path: string): Node | undefined {
  const keys = path === '' ? [] : path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
  for (let depth = keys.length; depth > 0; depth--) {
    const node = root && findNodeAtLocation(root, keys.slice(0, depth))
    if (node) return node
  }
  return root
}

function placeOfNode(text: string, node: Node | undefined): Pick<Problem, 'line' | 'from' | 'to'> {
  const from = node?.offset ?? 0
  // Of an object or array only its first character: marking half a screen would not help.
  const isLong = node?.type === 'object' || node?.type === 'array'
  return placeOf(text, from, isLong ? from + 1 : from + (node?.length ?? 0))
}

function placeOf(text: string, from: number, to: number): Pick<Problem, 'line' | 'from' | 'to'> {
  return { line: text.slice(0, from).split('\n').length, from, to: Math.max(to, from) }
}
