import type { Engine, RuleContext } from '../../core/index.ts'

/** Evaluates a condition that reads only user, settings and company. The rules of every type know these, so any type can evaluate it. */
export function holds(engine: Engine, expression: string, context: RuleContext): boolean {
  const [any] = Object.keys(engine.catalogue.types)
  return any !== undefined && engine.type(any).test(expression, {}, context)
}
