import type { Engine, RuleContext } from '../../core/index.ts'

/** A condition that reads user, settings and company only, which every type's rules know: any type can answer it. */
export function holds(engine: Engine, expression: string, context: RuleContext): boolean {
  const [any] = Object.keys(engine.catalogue.types)
  return any !== undefined && engine.type(any).test(expression, {}, context)
}
