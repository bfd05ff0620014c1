import type { Job } from '../language/manifest.generated.ts'
import type { ResolvedJob } from './resolved.ts'
import { definedOnly } from './resolve-shape.ts'

const BATCH = 100
const AT = '01:00'

/** A job with every default filled in. */
export function resolveJob({ items, over, key, states, figures, batch = BATCH, posts = [], runs = [], notifies = [], when, why, schedule }: Job): ResolvedJob {
  return {
    items, over, states, figures, batch,
    posts: posts.map(({ to, values, ...rest }) => ({ to, values, ...definedOnly({ when: rest.when, key: rest.key, then: rest.then }) })),
    runs: runs.map(({ of, action, input = {} }) => ({ of, action, input })),
    notifies: notifies.map(({ to, subject, text, ...notice }) => ({ to, subject, text, ...definedOnly({ when: notice.when }) })),
    ...definedOnly({ key, when, why, schedule: schedule && { every: schedule.every, on: schedule.on ?? (schedule.every === 'year' ? '01-01' : 1), at: schedule.at ?? AT } }),
  }
}
