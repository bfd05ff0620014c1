/** What the server says about a form that is not saved. */
import { Issue } from './envelope.ts'
import { boolean, described, list, object, record, type TypeOf } from './schema.ts'

export const FormCheck = object({
  isValid: described(boolean, 'Whether nothing was found that would refuse the form, or the fields asked about.'),
  record: described(record, 'The record as it would be, with its computed values and figures, as the caller would see it.'),
  issues: described(list(Issue), 'What would refuse it, and warnings.'),
})
export type FormCheck = TypeOf<typeof FormCheck>
