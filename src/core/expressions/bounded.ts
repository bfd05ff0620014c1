import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { dependenciesOf, type ReadPath } from './dependencies.ts'
import { expectBounded, takeStep } from './steps.ts'

/** Of one expression; the largest of the modules has a tenth. */
export const LIMITS = { maxAstNodes: 2_000, maxDepth: 60, maxListElements: 200, maxMapEntries: 100 }

/** What stands around each body that runs again and again, and each value that others are made of. */
const COUNTED = 'counted__'
export const COUNTED_SIGNATURE = `${COUNTED}(ast): dyn`
/** CEL's own matches() backtracks; this is its linear stand-in. */
export const LINEAR_MATCHES = 'matchesLinear__'

type Parsed = ReturnType<Environment['parse']>

interface CelType { kind: string; name: string }
interface Checker { check(node: ASTNode, context: unknown): CelType }
interface Evaluator { run(node: ASTNode, context: unknown): unknown }
interface MacroCall { ast: ASTNode & { setMeta(key: string, value: unknown): unknown }; args: ASTNode[] }
/** What the parser makes of a macro, which cel-js's types leave out: the loop that stands for a map or exists, the parts of a bind. */
type Expanded = ASTNode & { meta: { alternate?: { op: string; args: { step: ASTNode } }; macro?: { args: ASTNode[]; val?: ASTNode } } }

/** Evaluates its argument, counting the step and looking at what came of it. */
export function countedMacro({ ast, args }: MacroCall): unknown {
  return {
    args,
    typeCheck(checker: Checker, _macro: unknown, context: unknown): CelType {
      const type = checker.check(args[0]!, context)
      ast.setMeta('async', false)
      return type
    },
    evaluate(evaluator: Evaluator, _macro: unknown, context: unknown): unknown {
      takeStep()
      const value = evaluator.run(args[0]!, context)
      expectBounded(value)
      return value
    },
  }
}

/** Parses an expression so that it counts what it does, and tells what it reads. @throws ParseError for what is none, or larger than LIMITS. */
export function parseBounded(environment: Environment, source: string): { parsed: Parsed; reads: readonly ReadPath[] } {
  const parsed = environment.parse(source)
  const reads = dependenciesOf(source, () => parsed.ast)
  bound(parsed.ast, environment)
  return { parsed, reads }
}

function bound(node: ASTNode, environment: Environment): void {
  for (const child of childrenOf(node)) bound(child, environment)
  if (node.op !== 'rcall') return
  if (node.args[0] === 'matches') (node.args as unknown[])[0] = LINEAR_MATCHES
  const { alternate, macro } = (node as Expanded).meta
  if (alternate?.op === 'comprehension') alternate.args.step = counted(alternate.args.step, environment)
  if (macro?.val !== undefined) macro.val = counted(macro.val, environment)
}

function counted(node: ASTNode, environment: Environment): ASTNode {
  const around = environment.parse(`${COUNTED}(true)`).ast
  ;(around as Expanded).meta.macro!.args[0] = node
  return around
}

function childrenOf({ args }: ASTNode): ASTNode[] {
  const found: ASTNode[] = []
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null && 'op' in value && 'args' in value) found.push(value as ASTNode)
  }
  collect(args)
  return found
}
