import type { ASTNode } from '@marcbachmann/cel-js'
import { recordRead } from '../../document/referred.ts'
import { readsOf, type ReadPath } from '../../expressions/dependencies.ts'
import type { Place } from '../../expressions/language.ts'
import { childrenOf, parsePlainly } from '../../expressions/syntax-tree.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedShape } from '../resolve/resolved.ts'
import { shapeOf } from './check-reads.ts'

export interface UnknownState { name: string; known: string[]; offset: number }

type Types = Pick<Catalogue, 'types'>

/** A text beside a comparison, without which there is nothing to check. */
const COMPARES_TEXT = /[=!]=\s*["']|["']\s*[=!]=|["']\s*in\b|\bin\s*\[/

/**
 * A text that an expression compares with a state although it is not a state, so that the comparison never holds. Expressions read the
 * state itself, of the record and of any other that it leads to; they do not compare wire names.
 */
export function unknownState(source: string, place: Place, type: ResolvedDocumentType | undefined, catalogue: Types): UnknownState | undefined {
  if (!COMPARES_TEXT.test(source)) return undefined
  const root = parsePlainly(source)
  const denoted = new Map<ASTNode, ReadPath>()
  readsOf(root, denoted)
  const typeOf = (node: ASTNode): ResolvedDocumentType | undefined => {
    const path = denoted.get(node)
    return path === undefined ? undefined : typeOfState(path, place, type, catalogue)
  }
  return within(root, typeOf)
}

/** @param typeOf the type whose state a node reads */
function within(node: ASTNode, typeOf: (node: ASTNode) => ResolvedDocumentType | undefined): UnknownState | undefined {
  for (const [compared, texts] of comparisonsIn(node)) {
    const known = texts.length === 0 ? [] : statesOf(compared, typeOf)
    const wrong = known.length === 0 ? undefined : texts.find(({ args }) => !known.includes(args as string))
    if (wrong !== undefined) return { name: wrong.args as string, known, offset: wrong.start }
  }
  for (const child of childrenOf(node)) {
    const found = within(child, typeOf)
    if (found !== undefined) return found
  }
  return undefined
}

/** The states that a node can give, and with a choice the texts beside them; none if it can give anything else. */
function statesOf(node: ASTNode, typeOf: (node: ASTNode) => ResolvedDocumentType | undefined): string[] {
  if (node.op !== '?:') return Object.keys(typeOf(node)?.states ?? {})
  const [, ...values] = node.args
  const states = values.filter((value) => !isText(value)).map((value) => statesOf(value, typeOf))
  return states.length === 0 || states.some((some) => some.length === 0) ? [] : [...new Set([...states.flat(), ...values.filter(isText).map(({ args }) => String(args))])]
}

/** What a node compares with texts, and with which. */
function comparisonsIn({ op, args }: ASTNode): [compared: ASTNode, texts: ASTNode[]][] {
  if (op === '==' || op === '!=') return [[args[0], [args[1]].filter(isText)], [args[1], [args[0]].filter(isText)]]
  if (op !== 'in') return []
  const [left, right] = args
  if (right.op === 'list') return [[left, right.args.filter(isText)]]
  const mapped = right.op === 'rcall' && right.args[0] === 'map' ? right.args[2].at(-1) : undefined
  return mapped === undefined ? [] : [[mapped, [left].filter(isText)]]
}

function isText({ op, args }: ASTNode): boolean {
  return op === 'value' && typeof args === 'string'
}

/** The type whose state a path leads to; undefined if it leads to anything else. */
function typeOfState([root = '', ...names]: ReadPath, place: Place, type: ResolvedDocumentType | undefined, catalogue: Types): ResolvedDocumentType | undefined {
  const [name = '', ...rest] = names
  if (root === 'lookups') return type && typeOfFigure(name, rest, type, catalogue)
  if (root !== 'lists') return walk(shapeOf(root, place, type, catalogue), names, catalogue)
  const list = type !== undefined && Object.hasOwn(type.lists, name) ? type.lists[name] : undefined
  return list !== undefined && rest[0] === '*' ? walk(catalogue.types[list.of]?.shape, rest.slice(1), catalogue) : undefined
}

/** A figure may be the state of a record, or be grouped by states. */
function typeOfFigure(name: string, [element, part]: string[], { lookups }: ResolvedDocumentType, { types }: Types): ResolvedDocumentType | undefined {
  const lookup = Object.hasOwn(lookups, name) ? lookups[name] : undefined
  const of = lookup === undefined ? undefined : types[lookup.of]
  const single = element === undefined ? lookup?.field : undefined
  const grouped = element === '*' ? { group: lookup?.per, value: lookup?.field }[part ?? ''] : undefined
  const field = lookup?.group === undefined ? single : grouped
  return field !== undefined && field === of?.stateField ? of : undefined
}

function walk(shape: ResolvedShape | undefined, [name, ...rest]: string[], catalogue: Types): ResolvedDocumentType | undefined {
  if (shape === undefined || name === undefined) return undefined
  const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
  if (field?.line !== undefined) return rest[0] === '*' ? walk(field.line, rest.slice(1), catalogue) : undefined
  if (field !== undefined) return rest.length === 0 ? Object.values(catalogue.types).find((one) => one.shape === shape && one.stateField === name) : undefined
  const read = recordRead(shape, [name, ...rest])
  return read && walk(catalogue.types[read.to]?.shape, read.path, catalogue)
}
