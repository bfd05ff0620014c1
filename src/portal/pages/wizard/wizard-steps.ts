/** Which steps of a wizard there are now, how far a person can go in them, and what belongs to each. */
import type { ResolvedCard, ResolvedWizardStep, ResolvedWizard } from '../../../core/index.ts'

/** The steps whose conditions hold; the last one, which saves, is always there. */
export function shownSteps({ steps }: ResolvedWizard, holds: (when: string) => boolean): ResolvedWizardStep[] {
  const all = Object.values(steps)
  return all.filter((step, index) => index === all.length - 1 || step.when === undefined || holds(step.when))
}

/** The fields that a step needs and that are still empty. */
export const missingNeeds = ({ needs }: ResolvedWizardStep, isFilled: (field: string) => boolean): string[] => needs.filter((field) => !isFilled(field))

/**
 * The place of the step that is shown: the one asked for, but none beyond a step whose needs are open, and none beyond `furthest`, to which
 * the server has let the person go.
 */
export function placeOf(steps: readonly ResolvedWizardStep[], asked: string | null, { isFilled, furthest }: { isFilled: (field: string) => boolean; furthest: number }): number {
  const wanted = Math.max(0, steps.findIndex(({ name }) => name === asked))
  const blocked = steps.findIndex((step) => missingNeeds(step, isFilled).length > 0)
  return Math.min(wanted, furthest, blocked < 0 ? steps.length - 1 : blocked)
}

/** The header fields that sections of these names show, arrays included. */
export function fieldsIn({ sections }: Pick<ResolvedCard, 'sections'>, names: readonly string[], attachments?: string): string[] {
  return [...new Set(names.flatMap((name) => {
    const section = sections[name]
    if (section === undefined) return []
    if (section.kind === 'attachments') return attachments === undefined ? [] : [attachments]
    return [...section.fields, ...(section.field === undefined ? [] : [section.field])]
  }))]
}

/** The name of the first step in which the field at the path can be filled in; undefined for a field of no step. */
export function stepWith(steps: readonly ResolvedWizardStep[], card: Pick<ResolvedCard, 'sections'>, path: string, attachments?: string): string | undefined {
  const [field = ''] = path.split('.')
  return steps.find(({ sections }) => fieldsIn(card, sections, attachments).includes(field))?.name
}
