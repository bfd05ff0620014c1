import type { CompiledType, ResolvedSection, RuleContext } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { linesOf } from '../../form/line-table/line-paths.ts'

/** Gives each table of lines that a new document shows a line, open to be filled in, if it has none. Returns the tables that got one. */
export function addFirstLines(model: FormModel, compiled: CompiledType, ctx: RuleContext, view: string): string[] {
  const opened: string[] = []
  for (const section of enteredIn(compiled, view)) {
    const array = section.field ?? ''
    const isShown = section.when === undefined || compiled.test(section.when, model.doc(), ctx)
    if (!isShown || linesOf(model.doc(), array).length > 0) continue
    model.addLine(array)
    opened.push(array)
  }
  return opened
}

/** Removes the lines that are still as a new line is, before a new document is sent. */
export function dropEmptyLines(model: FormModel, compiled: CompiledType, ctx: RuleContext, view: string): void {
  for (const section of enteredIn(compiled, view)) {
    const array = section.field ?? ''
    const fresh = compiled.newLine(array, model.doc(), ctx)
    const names = enteredFields(compiled, array)
    for (const [index, line] of [...linesOf(model.doc(), array).entries()].reverse()) {
      if (names.every((name) => JSON.stringify(line[name]) === JSON.stringify(fresh[name]))) model.removeLine(array, index)
    }
  }
}

/** The tables in which people enter lines, one after another. */
function enteredIn({ manifest }: CompiledType, view: string): ResolvedSection[] {
  return Object.values(manifest.card.sections).filter(({ kind, views, groupedBy, field = '' }) => kind === 'lines' && views.includes(view) && groupedBy === undefined && manifest.shape.fields[field]?.readOnly !== true)
}

/** The fields of a line that a person may enter. */
function enteredFields({ manifest }: CompiledType, array: string): string[] {
  return Object.values(manifest.shape.fields[array]?.line?.fields ?? {}).filter(({ readOnly, compute }) => !readOnly && compute === undefined).map(({ name }) => name)
}
