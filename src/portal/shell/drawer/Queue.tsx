import { lazy } from 'react'
import { APPROVER, EMPLOYEE, EVERYONE, type ResolvedMenuEntry } from '../../../core/index.ts'
import { Optional } from '../../ui/LazyBoundary.tsx'
import { usePortal } from '../portal-context.ts'

const QueueBadge = lazy(() => import('./QueueBadge.tsx').then((module) => ({ default: module.QueueBadge })))

/** Roles that everybody has who works here: nothing waits for them. */
const COMMON: ReadonlySet<string> = new Set([EVERYONE, EMPLOYEE, APPROVER])

/** How many records of an entry wait for the user's roles, if they have any. */
export function Queue({ entry }: { entry: ResolvedMenuEntry }) {
  const { actor } = usePortal()
  return actor.roles.some((role) => !COMMON.has(role)) && <Optional><QueueBadge entry={entry} /></Optional>
}
