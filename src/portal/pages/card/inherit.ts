import type { ResolvedSection } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { linesOf } from '../../form/line-table/line-paths.ts'
import { decided } from '../../ui/confirm.ts'

/** Answers that hold as long as the card is open, by the field of the lines. */
export type LastingAnswers = Map<string, boolean>

/** Asks whether the lines take the header's new values, and gives them when the answer is yes. Lines that agree already are no reason to ask. */
export async function applyToLines(model: FormModel, section: ResolvedSection, changed: ReadonlySet<string>, lasting: LastingAnswers): Promise<void> {
  const { field: array = '', inherits } = section
  const names = (inherits?.fields ?? []).filter((name) => changed.has(name))
  const differs = (): boolean => linesOf(model.doc(), array).some((line) => names.some((name) => line[name] !== model.value(name)))
  if (names.length === 0 || !inherits?.ask || !differs()) return
  const known = lasting.get(array)
  const { isYes, isLasting } = known === undefined ? await decided({ text: inherits.ask, box: 'Do the same for what I change next on this screen' }) : { isYes: known, isLasting: true }
  if (isLasting) lasting.set(array, isYes)
  if (!isYes) return
  linesOf(model.doc(), array).forEach((_, index) => {
    for (const name of inherits.fields) if (changed.has(name)) model.set(`${array}.${index}.${name}`, model.value(name))
  })
}
