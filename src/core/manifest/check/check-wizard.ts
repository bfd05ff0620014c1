import { isFormAction } from '../../access/form-actions.ts'
import { type CheckContext, expectAction, expectShownField } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { Wizard } from '../language/manifest.generated.ts'
import { WIZARD_ONLY } from '../resolve/resolve-screens.ts'
import type { ResolvedDocumentType, ResolvedSection, ResolvedWizardStep } from '../resolve/resolved.ts'

/** Kinds of sections that people fill in. */
const ENTERED: ReadonlySet<string> = new Set(['fields', 'lines', 'attachments'])

/** The steps of a wizard: people can fill in what each needs, each section stands in one step, and nothing that a save requires is left out. */
export function checkWizard(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { steps, after, thanks }: Wizard): void {
  if (after === 'card' && thanks !== undefined) context.reporter.inType('E290', expanded, ['wizard', 'thanks'], 'The card follows, so nobody reads the thanks.', { key: true, seen: 'thanks', expected: '"after": "thanks"' })
  const at = (...keys: (string | number)[]): (string | number)[] => ['wizard', 'steps', ...keys]
  const report = (code: 'E224' | 'E290', keys: (string | number)[], message: string, details: { seen?: string; expected?: string; known?: string[] }): void => context.reporter.inType(code, expanded, at(...keys), message, details)
  const resolved = Object.values(type.wizard?.steps ?? {})
  const enterable = Object.values(type.card.sections).filter(({ kind }) => ENTERED.has(kind)).map(({ name }) => name)
  const last = Object.keys(steps).at(-1)
  const taken = new Map<string, string>()
  for (const { name, sections, needs, checkedFor } of resolved) {
    if (sections.length === 0 && name !== last) report('E290', [name], 'A step before the last one has nothing to fill in.', { seen: name, expected: 'sections' })
    for (const [index, section] of sections.entries()) {
      if (!enterable.includes(section)) report('E224', [name, 'sections', index], `The card has no section "${section}" that can be filled in.`, { seen: section, known: enterable })
      const other = taken.get(section)
      if (other !== undefined) report('E290', [name, 'sections', index], `The section stands in the step "${other}" too.`, { seen: section, expected: 'a section of one step' })
      taken.set(section, name)
    }
    const entered = fieldsOf(type, sections)
    for (const [index, field] of needs.entries()) {
      if (!expectShownField(context, expanded, at(name, 'needs', index), field, type.shape)) continue
      if (!entered.includes(field) || type.shape.fields[field]?.readOnly === true) report('E290', [name, 'needs', index], `Nobody can fill in "${field}" in this step.`, { seen: field, known: entered })
    }
    if (checkedFor === undefined || !expectAction(context, expanded, at(name, 'checkedFor'), checkedFor, type)) continue
    const action = type.actions[checkedFor]
    if (action !== undefined && !isFormAction(action)) report('E290', [name, 'checkedFor'], `The form is not filled in for "${checkedFor}".`, { seen: checkedFor, expected: 'an action that saves, saves first or starts an approval' })
  }
  checkLeftOut(context, expanded, type, resolved)
}

/** Sections that only a wizard shows stand in a step of it, and so does what every save requires. */
function checkLeftOut({ reporter }: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, steps: ResolvedWizardStep[]): void {
  const named = steps.flatMap(({ sections }) => sections)
  for (const { name, views } of Object.values(type.card.sections)) {
    if (views.every((view) => view === WIZARD_ONLY) && !named.includes(name)) reporter.inType('E290', expanded, ['card', 'sections', name, 'views'], `No step shows the section "${name}".`, { seen: name, expected: 'a step with it' })
  }
  const entered = fieldsOf(type, named)
  const missing = type.shape.required.find((name) => isAsked(type.shape.fields[name]) && !entered.includes(name))
  if (missing !== undefined) reporter.inType('E290', expanded, ['wizard', 'steps'], `Every save requires "${missing}", and no step asks for it.`, { seen: missing, expected: 'a step with its section' })
}

/** Whether people have to enter a value: the field has none by itself. */
function isAsked(field: ResolvedDocumentType['shape']['fields'][string] | undefined): boolean {
  return field !== undefined && !field.readOnly && field.default === undefined && field.defaultExpression === undefined && field.stamp === undefined
}

/** The header fields, arrays included, that people fill in in sections of these names. */
function fieldsOf(type: ResolvedDocumentType, sections: readonly string[]): string[] {
  return sections.flatMap((name) => {
    const section: ResolvedSection | undefined = type.card.sections[name]
    return section === undefined || section.readOnly === true ? [] : [...section.fields, ...(section.field === undefined ? [] : [section.field])]
  })
}
