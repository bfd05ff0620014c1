import { t } from '../../../core/index.ts'
import type { JsonObject, ResolvedSection } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { linesOf } from '../../form/line-table/line-paths.ts'
import { decided } from '../../ui/confirm.ts'

/** Answers that hold while the card is open, by line array. */
export type LastingAnswers = Map<string, boolean>

/**
 * Copies the header's new values to the lines. Asks first if lines have different values of their own; if all are empty, fills them without
 * asking.
 */
export async function applyToLines(model: FormModel, section: ResolvedSection, changed: ReadonlySet<string>, lasting: LastingAnswers): Promise<void> {
  const { field: array = '', inherits } = section
  const names = (inherits?.fields ?? []).filter((name) => changed.has(name))
  const lines = (): JsonObject[] => linesOf(model.doc(), array)
  if (names.length === 0 || !inherits?.ask || !lines().some((line) => names.some((name) => line[name] !== model.value(name)))) return
  if (lines().some((line) => names.some((name) => isOwn(line[name]) && line[name] !== model.value(name)))) {
    const known = lasting.get(array)
    const { isYes, isLasting } = known === undefined ? await decided({ text: inherits.ask, acceptLabel: t('Apply'), rejectLabel: t('Keep the lines'), box: t('Do the same for my next changes on this screen') }) : { isYes: known, isLasting: true }
    if (isLasting) lasting.set(array, isYes)
    if (!isYes) return
  }
  lines().forEach((_, index) => {
    for (const name of names) model.set(`${array}.${index}.${name}`, model.value(name))
  })
}

const isOwn = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
