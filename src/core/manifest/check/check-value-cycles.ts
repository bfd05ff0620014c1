import { dependenciesOf, type ReadPath } from '../../expressions/dependencies.ts'
import type { CheckContext } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedDocumentType, ResolvedShape } from '../resolve/resolved.ts'

interface Source { path: KeyPath; reads: string[] }

/** Reports fields whose values are calculated from each other in a cycle: their evaluation would never end. */
export function checkValueCycles(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const graph = valueGraph(type)
  const reported = new Set<string>()
  for (const start of graph.keys()) {
    const cycle = findCycle(graph, start, [start])
    if (cycle === undefined || cycle.some((name) => reported.has(name))) continue
    for (const name of cycle) reported.add(name)
    const path = graph.get(start)?.path ?? []
    context.reporter.inType('E406', expanded, path, `The value of "${start}" depends on itself: ${[...cycle, start].join(' → ')}.`, { seen: cycle.join(', ') })
  }
}

function findCycle(graph: Map<string, Source>, start: string, trail: string[]): string[] | undefined {
  for (const next of graph.get(trail.at(-1) ?? '')?.reads ?? []) {
    if (next === start) return trail
    if (trail.includes(next) || !graph.has(next)) continue
    const found = findCycle(graph, start, [...trail, next])
    if (found !== undefined) return found
  }
  return undefined
}

function valueGraph(type: ResolvedDocumentType): Map<string, Source> {
  const graph = new Map<string, Source>()
  const add = (name: string, path: KeyPath, expressions: (string | undefined)[], array: string | undefined): void => {
    const reads = expressions.filter((expression) => expression !== undefined).flatMap((expression) => dependenciesOf(expression)).flatMap((read) => fieldsRead(read, type, array))
    graph.set(name, { path, reads: [...new Set([...(graph.get(name)?.reads ?? []), ...reads])] })
  }
  for (const field of Object.values(type.shape.fields)) {
    if (field.compute !== undefined) add(field.name, ['schema', 'properties', field.name, 'x-compute'], [field.compute], undefined)
    for (const inner of Object.values(field.line?.fields ?? {})) {
      if (inner.compute !== undefined) add(`${field.name}.${inner.name}`, ['schema', '$defs', field.line?.name ?? '', 'properties', inner.name, 'x-compute'], [inner.compute], field.name)
    }
  }
  for (const rule of Object.values(type.rules)) {
    if (rule.effect === 'value') add(rule.on.join('.'), ['rules', rule.name, 'value'], [rule.expression, rule.when], rule.on.length === 2 ? rule.on[0] : undefined)
  }
  return graph
}

/** `line.rate.rate` reads the field that holds the rate's code; `doc.lines.*.amount` reads `lines.amount`. */
function fieldsRead([variable, first, second, third]: ReadPath, type: ResolvedDocumentType, array: string | undefined): string[] {
  if (first === undefined || !['doc', 'self', 'line'].includes(variable ?? '')) return []
  const isLine = array !== undefined && variable !== 'doc'
  if (isLine) return [`${array}.${fieldOf(type.shape.fields[array]?.line, first)}`]
  const header = fieldOf(type.shape, first)
  const line = type.shape.fields[header]?.line
  if (line === undefined) return [header]
  return second === '*' && third !== undefined ? [`${header}.${fieldOf(line, third)}`] : []
}

function fieldOf(shape: ResolvedShape | undefined, name: string): string {
  for (const field of Object.values(shape?.fields ?? {})) if (field.ref?.as === name) return field.name
  return name
}
