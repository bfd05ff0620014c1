import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { homeQuery } from '../../api/home.ts'
import { withSubs } from '../menu-path.ts'
import { usePortal } from '../portal-context.ts'
import { typeListed } from '../trail.ts'
import classes from './Drawer.module.css'

/** How many records of an entry, and of those below it, wait for the user's roles; nothing if none do. */
export function QueueBadge({ entry }: { entry: ResolvedMenuEntry }) {
  const { menu, pages } = usePortal().bootstrap
  const { data } = useQuery(homeQuery())
  const entries = withSubs(menu)
  // Of several lists of a type the one of all records.
  const holderOf = (type: string): ResolvedMenuEntry | undefined => {
    const lists = entries.filter((one) => typeListed(one, pages) === type)
    return lists.find((one) => one.with === undefined) ?? lists[0]
  }
  const below = new Set(withSubs([entry]))
  const found = (data?.queues ?? []).filter(({ type }) => [...below].some((one) => one === holderOf(type)))
  const count = found.reduce((sum, queue) => sum + queue.count, 0)
  return count === 0 ? null : <span className={classes.queue} data-queue={count}>{count}{found.some(({ isMore }) => isMore) && '+'}<VisuallyHidden> {t({ one: 'waits for you', other: 'wait for you' }, { count })}</VisuallyHidden></span>
}
