import type { ResolvedDocumentType, Tone } from '../manifest/resolve/resolved.ts'
import { statesOf } from './targets.ts'

/**
 * The colour of an approval entry's status: that of the document type's state of the same name, otherwise of the state that the document
 * waits in or that the decision leads to, so that a word looks the same everywhere.
 */
export function entryTone({ states, approval }: Pick<ResolvedDocumentType, 'states' | 'approval'>, status: string): Tone {
  const meant: Record<string, string | undefined> = { Approved: statesOf(approval?.approved).at(-1), Rejected: approval?.rejected }
  const own = Object.hasOwn(states, status) ? status : undefined
  // A state "Open" means that nobody has been asked to approve the document yet.
  const name = status === 'Open' ? (approval?.pending ?? own) : (own ?? meant[status])
  return name === undefined ? 'neutral' : (states[name]?.tone ?? 'neutral')
}
