import { VisuallyHidden } from '@mantine/core'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { queueOf, type Queues } from './use-queues.ts'
import classes from './Drawer.module.css'

/** How many records of an entry wait for the user's roles; nothing if none do. */
export function QueueBadge({ queues, entry }: { queues: Queues; entry: ResolvedMenuEntry }) {
  const { count, isMore } = queueOf(queues, entry)
  return count === 0 ? null : <span className={classes.queue} data-queue={count}>{count}{isMore && '+'}<VisuallyHidden> wait for you</VisuallyHidden></span>
}
