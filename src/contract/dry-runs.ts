/** What an action would do, before it is run. */
import { described, enumOf, integer, list, object, optional, text, type TypeOf } from './schema.ts'

const FirstApprovers = object({
  title: described(text, 'Display name of the step.'),
  names: described(list(text), 'Who decides, at most ten of them.'),
  count: described(integer, 'How many decide.'),
  mode: described(enumOf(['any', 'all']), 'Whether one of them decides, or several together.'),
})
export type FirstApprovers = TypeOf<typeof FirstApprovers>

export const DryRun = object({
  approvals: described(list(FirstApprovers), 'The steps of the approval that the action would start, in their order; empty if the document would be approved at once.'),
})
export type DryRun = TypeOf<typeof DryRun>

/** Somebody who decides on what the caller asks for, with the step in which they do. */
export const StandingApprover = object({ approverID: described(text, 'Employee number.'), name: optional(text), sequence: integer, step: described(text, 'The caption of the step.') })
export type StandingApprover = TypeOf<typeof StandingApprover>
