import type { CompiledType, ResolvedSection, RuleContext } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { linesOf } from '../../form/line-table/line-paths.ts'

/** Gives each table of lines that a new document shows its first line, open to be filled in. */
export function addFirstLines(model: FormModel, compiled: CompiledType, ctx: RuleContext, view: string): void {
  for (const section of enteredIn(compiled, view)) {
    const array = section.field ?? ''
    const isShown = section.when === undefined || compiled.test(section.when, model.doc(), ctx)
    if (isShown && linesOf(model.doc(), array).length === 0) model.addLine(array)
  }
  // Nobody has entered anything yet.
  model.forget()
}

/** Removes the lines in which nothing was entered, before a new document is sent. */
export function dropEmptyLines(model: FormModel, compiled: CompiledType, view: string): void {
  for (const section of enteredIn(compiled, view)) {
    const array = section.field ?? ''
    const names = ownFields(compiled, section)
    for (const [index, line] of [...linesOf(model.doc(), array).entries()].reverse()) {
      if (names.every((name) => line[name] === undefined)) model.removeLine(array, index)
    }
  }
}

/** The tables in which people enter lines, one after another. */
function enteredIn({ manifest }: CompiledType, view: string): ResolvedSection[] {
  return Object.values(manifest.card.sections).filter(({ kind, views, groupedBy, field = '' }) => kind === 'lines' && views.includes(view) && groupedBy === undefined && manifest.shape.fields[field]?.readOnly !== true)
}

/** What only a person can have entered: no first values, nothing computed or taken from the header. */
function ownFields({ manifest }: CompiledType, { field = '', inherits }: ResolvedSection): string[] {
  const fields = Object.values(manifest.shape.fields[field]?.line?.fields ?? {})
  return fields.filter((one) => !one.readOnly && one.compute === undefined && one.default === undefined && one.defaultExpression === undefined && inherits?.fields.includes(one.name) !== true).map(({ name }) => name)
}
