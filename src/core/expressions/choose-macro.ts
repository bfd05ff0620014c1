import type { ASTNode } from '@marcbachmann/cel-js'
import { valueUnlessEmpty } from './macros.ts'
import { NO_HOST } from './record-view.ts'
import type { ViewHost } from './record-view.ts'
import { countCompared, stepsOfTurn, chargeSteps } from './steps.ts'

/** Which element `list.latest(x, x.from)` and the like choose: the one with the greatest or with the least value. */
export const CHOICES = { latest: 'greatest', earliest: 'least', highest: 'greatest', lowest: 'least' } as const
export type Choice = keyof typeof CHOICES

interface CelType { kind: string; name: string; valueType?: CelType }
interface Context { forkWithVariable(name: string, type: CelType): Context; reuse(parent: Context): Context; setIterValue(value: unknown, evaluator: Evaluator): Context }
interface Checker { check(node: ASTNode, context: Context): CelType; createError(code: string, message: string, node: ASTNode): Error }
interface Evaluator { run(node: ASTNode, context: Context): unknown; objectTypes: Map<string, { ctor: new (source: object, host: ViewHost) => unknown }>; createError(code: string, message: string, node: ASTNode): Error }
interface MacroCall { ast: ASTNode & { setMeta(key: string, value: unknown): unknown }; args: ASTNode[]; receiver: ASTNode }

/**
 * `list.latest(x, x.from)`: the element with the greatest value (`earliest`, `lowest`: the least), the first of several equal ones.
 * Elements with an empty value are skipped, as lookups skip them. If none is left, the result is an empty record, whose fields read as
 * empty fields do.
 */
export function chooseMacro(choice: Choice): (call: MacroCall) => unknown {
  return ({ ast, args, receiver }) => {
    const [variable, asked] = args as [ASTNode, ASTNode]
    const steps = stepsOfTurn(asked)
    let element: CelType | undefined
    let inner: Context | undefined
    return {
      typeCheck(checker: Checker, _macro: unknown, context: Context): CelType {
        const list = checker.check(receiver, context)
        if (variable.op !== 'id') throw checker.createError('invalid_macro_argument', `${choice}() begins with a name for the element`, variable)
        const type = list.kind === 'list' ? list.valueType : list
        if (type === undefined || (list.kind !== 'list' && list.kind !== 'dyn')) throw checker.createError('no_matching_overload', `${choice}() chooses from a list, got '${list.name}'`, receiver)
        element = type
        inner = context.forkWithVariable(variable.args, type)
        const by = checker.check(asked, inner)
        if (!['string', 'double', 'int', 'dyn'].includes(by.kind === 'dyn' ? 'dyn' : by.name)) throw checker.createError('no_matching_overload', `${choice}() goes by a date, a text or a number, got '${by.name}'`, asked)
        ast.setMeta('async', false)
        return type
      },
      evaluate(evaluator: Evaluator, _macro: unknown, context: Context): unknown {
        const list = evaluator.run(receiver, context)
        if (!Array.isArray(list)) throw evaluator.createError('no_matching_overload', `${choice}() chooses from a list`, receiver)
        let chosen: { item: unknown; by: string | number | bigint } | undefined
        for (const item of list as unknown[]) {
          chargeSteps(steps)
          const by = valueUnlessEmpty(asked, evaluator, inner!.reuse(context).setIterValue(item, evaluator)) as string | number | bigint | undefined
          if (by === undefined) continue
          if (chosen !== undefined) countCompared(by, chosen.by)
          if (chosen === undefined || (CHOICES[choice] === 'greatest' ? by > chosen.by : by < chosen.by)) chosen = { item, by }
        }
        return chosen === undefined ? emptyElement(element!, evaluator) : chosen.item
      },
    }
  }
}

/** `first(list)`: the first element, or an empty record if the list is empty. */
export function firstMacro({ ast, args }: Pick<MacroCall, 'ast' | 'args'>): unknown {
  const receiver = args[0]!
  let element: CelType | undefined
  return {
    typeCheck(checker: Checker, _macro: unknown, context: Context): CelType {
      const list = checker.check(receiver, context)
      element = list.kind === 'list' ? list.valueType : list
      if (element === undefined || (list.kind !== 'list' && list.kind !== 'dyn')) throw checker.createError('no_matching_overload', `first() chooses from a list, got '${list.name}'`, receiver)
      ast.setMeta('async', false)
      return element
    },
    evaluate(evaluator: Evaluator, _macro: unknown, context: Context): unknown {
      const list = evaluator.run(receiver, context)
      if (!Array.isArray(list)) throw evaluator.createError('no_matching_overload', 'first() chooses from a list', receiver)
      return list.length === 0 ? emptyElement(element!, evaluator) : (list as unknown[])[0]
    },
  }
}

function emptyElement({ name }: CelType, evaluator: Evaluator): unknown {
  const type = evaluator.objectTypes.get(name)
  if (type !== undefined) return new type.ctor({}, NO_HOST)
  if (name === 'string') return ''
  if (name === 'bool') return false
  return name === 'double' || name === 'int' ? 0 : {}
}
