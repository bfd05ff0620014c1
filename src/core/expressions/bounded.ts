import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { textTest } from '../document/linear-pattern.ts'
import { dependenciesOf, type ReadPath } from './dependencies.ts'
import { recordsWith } from './list-index.ts'
import { HAS_MACRO } from './macros.ts'
import {
  countCompared, countDuration, countFailure, countMade, countMatched, countPattern, countRead, countMoment, countSearched, countSought, expectBounded, expectNotRefused, makeList,
  makeText, stepsOfTurn, takeReads, takeSteps,
} from './steps.ts'
import { childrenOf, isVariable, parseIn } from './syntax-tree.ts'

/** Of one expression; the largest of the modules has a tenth. */
export const LIMITS = { maxAstNodes: 2_000, maxDepth: 60, maxListElements: 200, maxMapEntries: 100 }

/** What stands around each body that runs again and again, and each value that others are made of. */
const COUNTED = 'counted__'
export const COUNTED_SIGNATURE = `${COUNTED}(ast): dyn`
/** What stands around a field whose value an expression passes on as its own. */
const PASSED_ON = 'passedOn__'
export const PASSED_ON_SIGNATURE = `${PASSED_ON}(ast): dyn`
/** What stands around what makes a text, list or bytes. */
const MADE = 'made__'
export const MADE_SIGNATURE = `${MADE}(ast): dyn`
/** CEL's own matches() backtracks; this is its linear substitute. */
export const LINEAR_MATCHES = 'matchesLinear__'
/** CEL's own, which count what they are about to make. */
export const COUNTED_JOIN = 'join__'
export const COUNTED_SPLIT = 'split__'
const SUBSTITUTES: Record<string, string> = { matches: LINEAR_MATCHES, join: COUNTED_JOIN, split: COUNTED_SPLIT }
/** Methods that make a text or bytes no larger than a few times what they are asked of. */
const MAKERS = new Set(['lowerAscii', 'upperAscii', 'trim', 'substring', 'string', 'hex', 'base64', 'json'])
/** Methods whose work is no more than what they make, which is counted, or than what they are given. */
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
/** What the parser makes of a macro, which cel-js's types leave out: the loop that stands for a map or exists, the parts of a bind. */
type Loop = { op: string; args: { iterable: ASTNode; step: ASTNode; condition?: (so: unknown) => boolean }; evaluate: Evaluate; meta: { evaluate: Evaluate } }
type Evaluate = (evaluator: Evaluator, node: unknown, context: unknown) => unknown
type Expanded = ASTNode & { meta: { alternate?: Loop; macro?: { args: ASTNode[]; val?: ASTNode } } }

/** What cel-js's types leave out of a node: how it is checked and evaluated, and how it is copied. */
type Made = ASTNode & { meta: Expanded['meta'] & { check: unknown; evaluate: unknown }; clone(op: { name: string; check: unknown; evaluate: unknown }, args: unknown): ASTNode; setMeta(key: string, value: unknown): unknown }

/** What cel-js makes of a node when it checks it: its parts, and what is done with their values. */
type Operator = ASTNode & { left: ASTNode; right: ASTNode; handle(left: unknown, right: unknown, node: unknown, evaluator: Evaluator): unknown }
type Call = ASTNode & { handle(values: unknown[], node: unknown, evaluator: Evaluator): unknown }
type MethodCall = ASTNode & { receiverWithArgs: ASTNode[]; handle(values: unknown[], evaluator: Evaluator, node: unknown): unknown }

/** A macro that is evaluated as its argument, with a count before or after it. */
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

/** Counts the turn, and looks at what came of it. */
export function countedMacro(call: MacroCall): unknown {
  let steps: number | undefined
  return watching(() => { takeSteps(steps ??= stepsOfTurn(call.args[0]!)) }, expectBounded, countFailure)(call)
}

/** Counts what was made. */
export const madeMacro = watching(() => undefined, countMade)

/** `list.join(separator)`. @throws TypeError for a list that holds something else than texts. */
export function countedJoin(list: readonly unknown[], separator = ''): string {
  takeReads(list.length)
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
  countSearched(text, separator)
  let parts = 1
  if (separator === '') parts = text.length
  else for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) parts += 1
  makeList(parts)
  makeText(text.length)
  return text.split(separator)
}

/** `text.matches(pattern)`. @throws SyntaxError for a pattern that is none. */
export function countedMatches(text: string, pattern: string): boolean {
  const test = textTest(pattern, countPattern)
  countMatched(text, test.size)
  return test(text)
}

/** Parses an expression so that it counts what it does, and tells what it reads. @throws ParseError for what is none, or larger than LIMITS. */
export function parseBounded(environment: Environment, source: string): { parsed: Parsed; reads: readonly ReadPath[] } {
  const parsed = parseIn(environment, source)
  const reads = dependenciesOf(source, () => parsed.ast)
  bound(parsed.ast, environment)
  const ast = passingOn(parsed.ast, environment)
  return { parsed: ast === parsed.ast ? parsed : evaluating(ast, environment), reads }
}

/** The expression with what may be its result marked, where that is a field or nothing: such a result may be empty. */
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

/** A syntax tree as something to run, which cel-js makes of texts alone. */
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
    // cel-js's own of three arguments is counted when it is done.
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

/** `list.filter(x, x.field == text)`: what a list gives by a text it gives at once, where that is remembered of it. */
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
    takeSteps(1)
    return found
  }
}

/** all() and exists() pass over what fails in a turn, and ask before each one whether to go on. */
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

/** Whether something is made as large as what it is made of, or larger. What is added to a number is one. */
function makes(node: ASTNode): boolean {
  if (node.op === '+') return !(node.args as ASTNode[]).some((one) => one.op === 'value' && (typeof one.args === 'number' || typeof one.args === 'bigint'))
  if (node.op === 'call') return node.args[0] === 'bytes'
  return node.op === 'rcall' && (MAKERS.has(node.args[0]) || isLimited(node))
}

/** Has the node count what it reads, between working that out and using it. */
function countReadOf(node: ASTNode): void {
  const own = node as Made
  if (own.meta.alternate !== undefined || own.meta.macro !== undefined) return
  if (node.op === 'in' && !isConstantList(node.args[1])) own.setMeta('evaluate', operating(countSought))
  else if (COMPARISONS.has(node.op) && !(node.args as ASTNode[]).some(isConstant)) own.setMeta('evaluate', operating(countCompared))
  else if (node.op === '&&' || node.op === '||') own.setMeta('evaluate', reckoning(node.op === '||', own.meta.evaluate as Evaluate))
  else if (node.op === 'call') own.setMeta('evaluate', calling(node.args[0]))
  else if (node.op === 'rcall' && !NO_READERS.has(node.args[0])) own.setMeta('evaluate', callingMethod(node.args[0]))
}

/** Comparing with what stands in the expression takes no longer than it is long, which the turn counts. */
function isConstant(node: ASTNode): boolean {
  return node.op === 'value'
}

function isConstantList(node: ASTNode): boolean {
  return node.op === 'list' && node.args.every(isConstant)
}

function operating(count: (left: unknown, right: unknown) => void): Evaluate {
  return (evaluator, node, context) => {
    const operator = node as Operator
    const left = evaluator.run(operator.left, context)
    const right = evaluator.run(operator.right, context)
    count(left, right)
    return operator.handle(left, right, operator, evaluator)
  }
}

/** `&&` and `||`, which pass over what fails on their left: that is counted, and what comes of it left to cel-js's own. */
function reckoning(decisive: boolean, own: Evaluate): Evaluate {
  return (evaluator, node, context) => {
    const operator = node as Operator
    const left = evaluator.tryEval(operator.left, context)
    if (left === decisive) return decisive
    if (left !== !decisive) countNewFailure(left)
    const right = evaluator.run(operator.right, context)
    if (left === !decisive && typeof right === 'boolean') return right
    return own(having(left, right, evaluator), node, context)
  }
}

/** The failure that was counted last. */
let counted: unknown

/** What is passed on along a chain failed once. */
function countNewFailure(failure: unknown): void {
  if (failure === counted) return
  counted = failure
  countFailure()
}

/** What an operator is worked out by of which both sides are known: chains nest on their left, so that working it out again would double at each level. */
function having(left: unknown, right: unknown, evaluator: Evaluator): Evaluator {
  return {
    tryEval: () => left,
    run: () => right,
    debugRuntimeType: (value, checked) => evaluator.debugRuntimeType(value, checked),
    createError: (code, message, node) => evaluator.createError(code, message, node),
  }
}

/** `size(value)` and other functions, also those of modules. */
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
  if (SEARCHES.has(name)) return ([text, sought]) => { if (typeof text === 'string' && typeof sought === 'string') countSearched(text, sought) }
  // Only the beginning or the end is looked at.
  if (name === 'startsWith' || name === 'endsWith') return ([, sought]) => { countRead(sought) }
  if (name.startsWith('get')) return ([, zone]) => { countMoment(zone !== undefined) }
  return (values) => { for (const value of values) countUnlessList(value) }
}

/** How many elements a list has is known at once. */
function countUnlessList(value: unknown): void {
  if (!Array.isArray(value)) countRead(value)
}

/** Has the node evaluated inside a macro that counts, without changing what it reads as. */
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
