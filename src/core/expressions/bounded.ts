import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { textTest } from '../document/linear-pattern.ts'
import { dependenciesOf, type ReadPath } from './dependencies.ts'
import { recordsWith } from './list-index.ts'
import { HAS_MACRO } from './macros.ts'
import {
  countCompared, countDuration, countFailure, countMade, countMatched, countPattern, countRead, countMoment, countTextSearch, countListSearch, expectBounded, expectNotRefused, makeList,
  makeText, stepsOfTurn, chargeReads, chargeSteps,
} from './steps.ts'
import { childrenOf, isVariable, parseIn } from './syntax-tree.ts'

/** Limits of a single expression; the largest one in the shipped modules uses a tenth of them. */
export const LIMITS = { maxAstNodes: 2_000, maxDepth: 60, maxListElements: 200, maxMapEntries: 100 }

/** Macro that wraps every loop body and every value bound by `cel.bind`. */
const COUNTED = 'counted__'
export const COUNTED_SIGNATURE = `${COUNTED}(ast): dyn`
/** Macro that wraps a field whose value is returned as the expression's result. */
const PASSED_ON = 'passedOn__'
export const PASSED_ON_SIGNATURE = `${PASSED_ON}(ast): dyn`
/** Macro that wraps a node that creates a text, list or bytes. */
const MADE = 'made__'
export const MADE_SIGNATURE = `${MADE}(ast): dyn`
/** CEL's own matches() backtracks; this is its linear-time replacement. */
export const LINEAR_MATCHES = 'matchesLinear__'
/** Replacements for CEL's join() and split() that count the size of their result before they create it. */
export const COUNTED_JOIN = 'join__'
export const COUNTED_SPLIT = 'split__'
const SUBSTITUTES: Record<string, string> = { matches: LINEAR_MATCHES, join: COUNTED_JOIN, split: COUNTED_SPLIT }
/** Methods whose result is text or bytes at most a few times larger than their receiver. */
const MAKERS = new Set(['lowerAscii', 'upperAscii', 'trim', 'folded', 'substring', 'string', 'hex', 'base64', 'json'])
/** Methods whose reads need no count: their work is bounded by their result, which is counted, or by their input. */
const NO_READERS = new Set(['lowerAscii', 'upperAscii', 'substring', 'string', 'hex', 'base64', LINEAR_MATCHES, COUNTED_JOIN, COUNTED_SPLIT])
const SEARCHES = new Set(['contains', 'indexOf', 'lastIndexOf', 'split'])
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>='])

type Parsed = ReturnType<Environment['parse']>

interface CelType { kind: string; name: string }
interface Checker { check(node: ASTNode, context: unknown): CelType }
interface Evaluator {
  run(node: ASTNode, context: unknown): unknown
  tryEval(node: ASTNode, context: unknown): unknown
  debugRuntimeType(value: unknown, checked?: CelType): unknown
  createError(code: string, message: string, node: unknown): Error
}
interface MacroCall { ast: ASTNode & { setMeta(key: string, value: unknown): unknown }; args: ASTNode[] }
/** What the parser makes of a macro and cel-js's types omit: the loop behind a map or exists, the parts of a bind. */
type Loop = { op: string; args: { iterable: ASTNode; step: ASTNode; condition?: (so: unknown) => boolean }; evaluate: Evaluate; meta: { evaluate: Evaluate } }
type Evaluate = (evaluator: Evaluator, node: unknown, context: unknown) => unknown
type Expanded = ASTNode & { meta: { alternate?: Loop; macro?: { args: ASTNode[]; val?: ASTNode } } }

/** What cel-js's types omit from a node: how it is checked, evaluated and copied. */
type Made = ASTNode & { meta: Expanded['meta'] & { check: unknown; evaluate: unknown }; clone(op: { name: string; check: unknown; evaluate: unknown }, args: unknown): ASTNode; setMeta(key: string, value: unknown): unknown }

/** What cel-js adds to a node when it type-checks it: its operands and the handler for their values. */
type Operator = ASTNode & { left: ASTNode; right: ASTNode; handle(left: unknown, right: unknown, node: unknown, evaluator: Evaluator): unknown }
type Call = ASTNode & { handle(values: unknown[], node: unknown, evaluator: Evaluator): unknown }
type MethodCall = ASTNode & { receiverWithArgs: ASTNode[]; handle(values: unknown[], evaluator: Evaluator, node: unknown): unknown }

/** Creates a macro that evaluates to its argument and runs a hook before and after it. */
function watching(before: () => void, after: (value: unknown) => void, failed: () => void = () => undefined): (call: MacroCall) => unknown {
  return ({ ast, args }) => ({
    args,
    typeCheck(checker: Checker, _macro: unknown, context: unknown): CelType {
      const type = checker.check(args[0]!, context)
      ast.setMeta('async', false)
      return type
    },
    evaluate(evaluator: Evaluator, _macro: unknown, context: unknown): unknown {
      before()
      let value: unknown
      try {
        value = evaluator.run(args[0]!, context)
      } catch (error) {
        failed()
        throw error
      }
      after(value)
      return value
    },
  })
}

/** Counts one turn and checks the size of its result. */
export function countedMacro(call: MacroCall): unknown {
  let steps: number | undefined
  return watching(() => { chargeSteps(steps ??= stepsOfTurn(call.args[0]!)) }, expectBounded, countFailure)(call)
}

/** Counts the value that was created. */
export const madeMacro = watching(() => undefined, countMade)

/** `list.join(separator)`. @throws TypeError if the list holds anything other than texts. */
export function countedJoin(list: readonly unknown[], separator = ''): string {
  chargeReads(list.length)
  let length = Math.max(0, list.length - 1) * separator.length
  for (const one of list) {
    if (typeof one !== 'string') throw new TypeError('join() puts texts together')
    length += one.length
  }
  makeText(length)
  return list.join(separator)
}

/** `text.split(separator)`. */
export function countedSplit(text: string, separator: string): string[] {
  countTextSearch(text, separator)
  let parts = 1
  if (separator === '') parts = text.length
  else for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) parts += 1
  makeList(parts)
  makeText(text.length)
  return text.split(separator)
}

/** `text.matches(pattern)`. @throws SyntaxError if the pattern is invalid. */
export function countedMatches(text: string, pattern: string): boolean {
  const test = textTest(pattern, countPattern)
  countMatched(text, test.size)
  return test(text)
}

/**
 * Parses an expression so that it counts its own work, and returns the paths it reads.
 * @throws ParseError if it is not an expression or exceeds LIMITS.
 */
export function parseBounded(environment: Environment, source: string): { parsed: Parsed; reads: readonly ReadPath[] } {
  const parsed = parseIn(environment, source)
  const reads = dependenciesOf(source, () => parsed.ast)
  bound(parsed.ast, environment)
  const ast = passingOn(parsed.ast, environment)
  return { parsed: ast === parsed.ast ? parsed : evaluating(ast, environment), reads }
}

/** Wraps each node that may be the expression's result in PASSED_ON if it is a field or null, because such a result may be empty. */
function passingOn(node: ASTNode, environment: Environment): ASTNode {
  if (node.op === '?:') {
    const branches = node.args as ASTNode[]
    branches[1] = passingOn(branches[1]!, environment)
    branches[2] = passingOn(branches[2]!, environment)
    return node
  }
  const isPassedOn = node.op === '.' || (node.op === 'value' && node.args === null)
  return isPassedOn ? around(PASSED_ON, node, environment) : node
}

/** Makes a syntax tree runnable; cel-js itself does so only for source text. */
function evaluating(ast: ASTNode, environment: Environment): Parsed {
  const parsed = environment.parse(`${PASSED_ON}(true)`)
  ;(parsed.ast as Expanded).meta.macro!.args[0] = (ast as Expanded).meta.macro!.args[0]!
  return parsed
}

function bound(node: ASTNode, environment: Environment): void {
  for (const child of childrenOf(node)) bound(child, environment)
  const { alternate, macro } = (node as Expanded).meta
  if (node.op === 'call' && node.args[0] === 'has' && macro !== undefined) Object.assign(macro, HAS_MACRO)
  if (node.op === 'rcall') {
    const substitute = Object.hasOwn(SUBSTITUTES, node.args[0]) ? SUBSTITUTES[node.args[0]] : undefined
    // split() with a limit stays cel-js's own; its result is counted afterwards.
    if (substitute !== undefined && !isLimited(node)) (node.args as unknown[])[0] = substitute
  }
  countReadOf(node)
  if (makes(node)) countMadeOf(node, environment)
  if (node.op !== 'rcall') return
  if (alternate?.op === 'comprehension' && node.args[0] === 'filter') askIndexFirst(alternate, node.args[2])
  if (alternate?.op === 'comprehension') {
    alternate.args.step = around(COUNTED, alternate.args.step, environment)
    endWhenRefused(alternate)
  }
  if (macro?.val !== undefined) macro.val = around(COUNTED, macro.val, environment)
}

/** `list.filter(x, x.field == text)`: takes the records from the list's index if there is one. */
function askIndexFirst(loop: Loop, [variable, condition]: ASTNode[]): void {
  if (variable?.op !== 'id' || condition?.op !== '==') return
  const name = variable.args
  const [left, right] = condition.args
  const fieldOf = (node: ASTNode): string | undefined => (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === name ? node.args[1] : undefined)
  const field = fieldOf(left) ?? fieldOf(right)
  const sought = fieldOf(left) === undefined ? left : right
  if (field === undefined || mentions(sought, name)) return
  loop.evaluate = (evaluator, _, context) => {
    const list = evaluator.run(loop.args.iterable, context)
    const text = Array.isArray(list) && list.length > 0 ? evaluator.run(sought, context) : undefined
    const found = typeof text === 'string' ? recordsWith(list as unknown[], field, text) : undefined
    if (found === undefined) return loop.meta.evaluate(evaluator, loop, context)
    chargeSteps(1)
    return found
  }
}

/** all() and exists() ignore failures within a turn, so check before each turn whether the evaluation was refused. */
function endWhenRefused({ args }: Loop): void {
  const { condition } = args
  if (condition === undefined) return
  args.condition = (so) => {
    expectNotRefused()
    return condition(so)
  }
}

function mentions(node: ASTNode, name: string): boolean {
  return isVariable(node, name) || childrenOf(node).some((child) => mentions(child, name))
}

/** `text.split(separator, limit)`. */
function isLimited(node: ASTNode): boolean {
  return node.op === 'rcall' && node.args[0] === 'split' && node.args[2].length > 1
}

/** Whether the node creates a value at least as large as its input. Anything added to a number literal is a number. */
function makes(node: ASTNode): boolean {
  if (node.op === '+') return !(node.args as ASTNode[]).some((one) => one.op === 'value' && (typeof one.args === 'number' || typeof one.args === 'bigint'))
  if (node.op === 'call') return node.args[0] === 'bytes'
  return node.op === 'rcall' && (MAKERS.has(node.args[0]) || isLimited(node))
}

/** Makes the node count what it reads, after its operands are evaluated and before they are used. */
function countReadOf(node: ASTNode): void {
  const own = node as Made
  if (own.meta.alternate !== undefined || own.meta.macro !== undefined) return
  if (node.op === 'in' && !isConstantList(node.args[1])) own.setMeta('evaluate', evaluatingOperator(countListSearch))
  else if (COMPARISONS.has(node.op) && !(node.args as ASTNode[]).some(isConstant)) own.setMeta('evaluate', evaluatingOperator(countCompared))
  else if (node.op === '&&' || node.op === '||') own.setMeta('evaluate', shortCircuiting(node.op === '||', own.meta.evaluate as Evaluate))
  else if (node.op === 'call') own.setMeta('evaluate', calling(node.args[0]))
  else if (node.op === 'rcall' && !NO_READERS.has(node.args[0])) own.setMeta('evaluate', callingMethod(node.args[0]))
}

/** Comparing with a literal takes no longer than the literal's length, which the turn already counts. */
function isConstant(node: ASTNode): boolean {
  return node.op === 'value'
}

function isConstantList(node: ASTNode): boolean {
  return node.op === 'list' && node.args.every(isConstant)
}

function evaluatingOperator(count: (left: unknown, right: unknown) => void): Evaluate {
  return (evaluator, node, context) => {
    const operator = node as Operator
    const left = evaluator.run(operator.left, context)
    const right = evaluator.run(operator.right, context)
    count(left, right)
    return operator.handle(left, right, operator, evaluator)
  }
}

/** `&&` and `||` ignore a failure on their left side: it is counted, and the result is left to cel-js's own evaluation. */
function shortCircuiting(decisive: boolean, own: Evaluate): Evaluate {
  return (evaluator, node, context) => {
    const operator = node as Operator
    const left = evaluator.tryEval(operator.left, context)
    if (left === decisive) return decisive
    if (left !== !decisive) countNewFailure(left)
    const right = evaluator.run(operator.right, context)
    if (left === !decisive && typeof right === 'boolean') return right
    return own(evaluatorOfKnownValues(left, right, evaluator), node, context)
  }
}

/** The failure that was counted last. */
let counted: unknown

/** Counts a failure only once, although a chain of operators passes it on. */
function countNewFailure(failure: unknown): void {
  if (failure === counted) return
  counted = failure
  countFailure()
}

/**
 * An evaluator that returns the known values of both operands. Chains nest on the left, so evaluating those again would double the work at
 * each level.
 */
function evaluatorOfKnownValues(left: unknown, right: unknown, evaluator: Evaluator): Evaluator {
  return {
    tryEval: () => left,
    run: () => right,
    debugRuntimeType: (value, checked) => evaluator.debugRuntimeType(value, checked),
    createError: (code, message, node) => evaluator.createError(code, message, node),
  }
}

/** `size(value)` and other functions, including those of modules. */
function calling(name: string): Evaluate {
  const count = countOfFunction(name)
  return (evaluator, node, context) => {
    const call = node as Call
    const values = (call.args as [string, ASTNode[]])[1].map((one) => evaluator.run(one, context))
    for (const value of values) count(value)
    return call.handle(values, call, evaluator)
  }
}

function countOfFunction(name: string): (value: unknown) => void {
  if (name === 'duration') return (value) => { if (typeof value === 'string') countDuration(value) }
  return name === 'size' ? countUnlessList : countRead
}

/** `text.contains(sought)` and other methods. */
function callingMethod(name: string): Evaluate {
  const count = countOfMethod(name)
  return (evaluator, node, context) => {
    const call = node as MethodCall
    const values = call.receiverWithArgs.map((one) => evaluator.run(one, context))
    count(values)
    return call.handle(values, evaluator, call)
  }
}

function countOfMethod(name: string): (values: unknown[]) => void {
  if (SEARCHES.has(name)) return ([text, sought]) => { if (typeof text === 'string' && typeof sought === 'string') countTextSearch(text, sought) }
  // Only the beginning or the end is read.
  if (name === 'startsWith' || name === 'endsWith') return ([, sought]) => { countRead(sought) }
  if (name.startsWith('get')) return ([, zone]) => { countMoment(zone !== undefined) }
  return (values) => { for (const value of values) countUnlessList(value) }
}

/** Reading the length of a list costs nothing. */
function countUnlessList(value: unknown): void {
  if (!Array.isArray(value)) countRead(value)
}

/** Has the node evaluated inside a counting macro, and leaves the node itself as parsed. */
function countMadeOf(node: ASTNode, environment: Environment): void {
  const own = node as Made
  if (own.meta.alternate !== undefined || own.meta.macro !== undefined) return
  own.setMeta('alternate', around(MADE, own.clone({ name: node.op, check: own.meta.check, evaluate: own.meta.evaluate }, node.args), environment))
}

function around(macro: string, node: ASTNode, environment: Environment): ASTNode {
  const wrapped = environment.parse(`${macro}(true)`).ast
  ;(wrapped as Expanded).meta.macro!.args[0] = node
  return wrapped
}
