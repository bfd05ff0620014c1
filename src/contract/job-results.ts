import { described, enumOf, integer, list, named, object, optional, record, text, type TypeOf } from './schema.ts'

/** What a run of a job did for one item. */
export const JobResult = object({
  number: described(integer, 'The number of the item in the run.'), outcome: enumOf(['posted', 'skipped', 'failed']),
  reason: described(text, 'Why it was skipped or failed; empty for what was posted.'), line: described(record, 'The item: its fields by name.'),
})
export type JobResult = TypeOf<typeof JobResult>

/** A page of the results of a run. */
export const JobResults = named('JobResults', object({ data: list(JobResult), message: text, page: object({ next: optional(text) }) }))
export type JobResults = TypeOf<typeof JobResults>
