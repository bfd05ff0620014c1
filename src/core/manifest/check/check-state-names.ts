import type { ASTNode } from '@marcbachmann/cel-js'
import type { Place } from '../../expressions/language.ts'
import { childrenOf, fieldOfVariable, parsePlainly } from '../../expressions/syntax-tree.ts'
import type { Catalogue, ResolvedDocumentType } from '../resolve/resolved.ts'

export interface UnknownState { name: string; known: string[]; offset: number }

/** The variables that hold a record of the type itself. */
const OWN = ['doc', 'prev', 'self']

/**
 * A text that an expression compares a state with although it is not a state, so that the comparison never holds. Expressions do not
 * compare wire names.
 */
export function unknownState(source: string, place: Place, type: ResolvedDocumentType | undefined, { types }: Pick<Catalogue, 'types'>): UnknownState | undefined {
  const named: [string, ResolvedDocumentType | undefined][] = OWN.map((name) => [name, type])
  if (place.at === 'list' || place.at === 'lookup') named.push(['row', types[place.of]])
  if (place.at === 'option') named.push(['option', types[place.to]])
  const inLines = 'array' in place && place.array !== undefined
  const asked = named.filter((one): one is [string, ResolvedDocumentType] => one[1] !== undefined && Object.keys(one[1].states).length > 0 && source.includes(one[1].stateField) && !(inLines && one[0] === 'self'))
  return asked.length === 0 ? undefined : within(parsePlainly(source), asked)
}

function within(node: ASTNode, asked: [string, ResolvedDocumentType][]): UnknownState | undefined {
  for (const [variable, { stateField, states }] of asked) {
    const known = Object.keys(states)
    const isState = (one: ASTNode): boolean => fieldOfVariable(one, variable) === stateField
    const wrong = comparedWith(node, isState).find(({ args }) => !known.includes(args as string))
    if (wrong !== undefined) return { name: wrong.args as string, known, offset: wrong.start }
  }
  for (const child of childrenOf(node)) {
    const found = within(child, asked)
    if (found !== undefined) return found
  }
  return undefined
}

/** The texts that a comparison compares with the node in question. */
function comparedWith({ op, args }: ASTNode, isMeant: (node: ASTNode) => boolean): ASTNode[] {
  if (op !== '==' && op !== '!=' && op !== 'in') return []
  const [left, right] = args
  if (op === 'in') return isMeant(left) && right.op === 'list' ? right.args.filter(isText) : []
  if (isMeant(left)) return [right].filter(isText)
  return isMeant(right) ? [left].filter(isText) : []
}

function isText({ op, args }: ASTNode): boolean {
  return op === 'value' && typeof args === 'string'
}
