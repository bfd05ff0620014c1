import type { ResolvedDocumentType, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { ExpressionPlace } from './missing-reads.ts'

/**
 * Paths of the fields, and of each field whose value follows from them over any number of steps.
 * @param reads whether an expression reads any of the fields known so far.
 */
export function followersOf(type: ResolvedDocumentType, fields: Iterable<string>, reads: (expression: string, at: ExpressionPlace, fields: ReadonlySet<string>) => boolean): ReadonlySet<string> {
  const found = new Set(fields)
  const values = valuesOf(type)
  let known = -1
  while (known !== found.size) {
    known = found.size
    for (const { path, array, expressions } of values) {
      if (!found.has(path) && expressions.some((one) => reads(one, { array }, found))) found.add(path)
    }
  }
  return found
}

/** Each field whose value a compute or a rule gives, with the expressions from which it follows. */
function valuesOf(type: ResolvedDocumentType): { path: string; array: string | undefined; expressions: string[] }[] {
  const computed = (shape: ResolvedShape, array?: string): ReturnType<typeof valuesOf> => Object.values(shape.fields).flatMap((field) => [
    ...(field.compute === undefined ? [] : [{ path: pathIn(field.name, array), array, expressions: [field.compute, field.computeWhile ?? 'true'] }]),
    ...(field.line === undefined ? [] : computed(field.line, field.name)),
  ])
  const ruled = Object.values(type.rules).filter((rule) => rule.effect === 'value').map(({ on, expression, when }) => (
    { path: on.join('.'), array: on[1] === undefined ? undefined : on[0], expressions: [expression, when ?? 'true'] }
  ))
  return [...computed(type.shape), ...ruled]
}

/** The path of a field as permissions write it. */
export function pathIn(name: string, array: string | undefined): string {
  return array === undefined ? name : `${array}.${name}`
}
