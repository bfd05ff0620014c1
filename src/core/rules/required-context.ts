import type { RequiredContext } from '../compiled-type.ts'
import { dependenciesOf } from '../expressions/dependencies.ts'
import { expressionsOf, type PlacedExpression } from '../manifest/resolve/expressions-of.ts'
import type { ResolvedDocumentType, ResolvedRule } from '../manifest/resolve/resolved.ts'
import { approvalsOf } from '../workflow/approvals.ts'
import { rulesForAction } from './action-checks.ts'
import { checkedFigures, isConstraint } from './checked-figures.ts'

/**
 * What the expressions of a type read besides the document; with an action, only those that are evaluated when a document is checked for
 * it.
 * @param performed the action whose input there is; undefined if no action is performed
 */
export function requiredContextOf(manifest: ResolvedDocumentType, action: string | undefined, performed = action): RequiredContext {
  const isAsked = ({ path: [part, name] }: PlacedExpression): boolean => action === undefined || (part !== 'rules' && part !== 'endpoints') || Object.values(manifest.rules).some((rule) => rule.name === name && isCheckedFor(rule, action))
  const inExpressions = readBy(manifest, expressionsOf(manifest).filter(isAsked))
  const rules = Object.values(manifest.rules).filter((rule) => action === undefined || isCheckedFor(rule, action))
  const checks = Object.values(manifest.actions).filter(({ id }) => action === undefined || id === action).flatMap((one) => Object.values(one.checks))
  const texts = [...rules.map(({ name, message }) => message ?? manifest.messages[name]), ...checks.map(({ message }) => message)]
  const lookups = [...new Set([...inExpressions.lookups, ...namedIn(texts, manifest)])]
  const read = { ...inExpressions, lookups: lookups.filter((name) => !isOfOtherInput(manifest, name, performed)) }
  return { ...read, held: heldFor(manifest, action, read.lookups) }
}

/** Whether the figure depends on an input, and only actions read it that are not performed: there is no such input, and nothing reads it. */
function isOfOtherInput(manifest: ResolvedDocumentType, lookup: string, performed: string | undefined): boolean {
  const all = expressionsOf(manifest)
  const isFigures = ({ path: [part, name] }: PlacedExpression): boolean => part === 'lookups' && name === lookup
  if (!all.some((one) => isFigures(one) && dependenciesOf(one.source).some(([root]) => root === 'input'))) return false
  const isOfOther = ({ path: [part, name] }: PlacedExpression): boolean => part === 'actions' && name !== performed
  const own = performed === undefined || !Object.hasOwn(manifest.actions, performed) ? [] : Object.values(manifest.actions[performed]!.checks)
  if (namedIn(own.map(({ message }) => message), manifest).includes(lookup)) return false
  return !readBy(manifest, all.filter((one) => !isOfOther(one))).lookups.includes(lookup)
}

/**
 * The figures to lock. An action that only returns an answer changes nothing, and one that saves depends only on those that may refuse it.
 */
function heldFor(manifest: ResolvedDocumentType, action: string | undefined, lookups: string[]): string[] {
  if (action === undefined) return lookups
  const { saves = true, answersOnly = false } = manifest.actions[action] ?? {}
  if (answersOnly) return []
  return saves ? checkedFigures(manifest, (rule) => isCheckedFor(rule, action)) : lookups
}

/**
 * What performing an action reads if the document as a whole is not checked for it, as with a decision: computed fields, the action's own
 * expressions and those of the approval that it may end. Everything, if that cannot be determined: effects may read anything, and rules
 * that name the action run together with all others.
 */
export function actionContextOf(manifest: ResolvedDocumentType, action: string): RequiredContext {
  const declared = Object.hasOwn(manifest.actions, action) ? manifest.actions[action] : undefined
  const approvals = approvalsOf(manifest)
  const isOpen = [declared, ...approvals].some((one) => (one?.effects.length ?? 0) > 0) || rulesForAction(manifest, action).length > 0
  if (isOpen) return requiredContextOf(manifest, undefined, action)
  const all = expressionsOf(manifest)
  const own = readBy(manifest, all.filter(({ path: [part, name], path }) => (
    (part === 'schema' && String(path.at(-1)).startsWith('x-compute')) || (part === 'actions' && name === action) || part === 'approval' || part === 'approvals'
  )))
  const inMessages = namedIn(Object.values(declared?.checks ?? {}).map(({ message }) => message), manifest)
  const lookups = Object.keys(manifest.lookups).filter((name) => own.lookups.includes(name) || inMessages.includes(name))
  const evaluated = [...lookups, ...[declared, ...approvals].flatMap((one) => one?.runs ?? []).map(({ over }) => over)]
  const byLookups = readBy(manifest, all.filter(({ path: [part, name] }) => part === 'lookups' && evaluated.includes(String(name))))
  return { lists: Object.keys(manifest.lists).filter((name) => own.lists.includes(name) || byLookups.lists.includes(name)), lookups, held: lookups, settings: own.settings || byLookups.settings }
}

/** The lookups whose figures the texts show. */
function namedIn(texts: (string | undefined)[], { lookups }: ResolvedDocumentType): string[] {
  if (Object.keys(lookups).length === 0) return []
  return texts.flatMap((text = '') => [...text.matchAll(/\{lookups\.(\w+)/g)].map(([, name = '']) => name)).filter((name) => Object.hasOwn(lookups, name))
}

function readBy(manifest: ResolvedDocumentType, expressions: PlacedExpression[]): Omit<RequiredContext, 'held'> {
  const lists = new Set<string>()
  const lookups = new Set<string>()
  let settings = false
  for (const { source } of expressions) {
    for (const [root, name] of dependenciesOf(source)) {
      if (root === 'settings') settings = true
      if (root === 'lists') for (const list of name === undefined ? Object.keys(manifest.lists) : [name]) lists.add(list)
      if (root === 'lookups') for (const lookup of name === undefined ? Object.keys(manifest.lookups) : [name]) lookups.add(lookup)
    }
  }
  const known = (names: Set<string>, declared: Record<string, unknown>): string[] => [...names].filter((name) => Object.hasOwn(declared, name))
  return { lists: known(lists, manifest.lists), lookups: known(lookups, manifest.lookups), settings }
}

/**
 * Whether the rule is evaluated when a document is checked for the action. Fills are for people entering data, and `for` restricts demands
 * to certain actions.
 */
function isCheckedFor(rule: ResolvedRule, action: string): boolean {
  if (rule.effect === 'fill') return false
  return !isConstraint(rule.effect) || rule.for === undefined || rule.for.includes(action)
}
