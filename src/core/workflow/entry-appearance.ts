/** The label and colour of an approval entry, the same on screen and in print. */
import { t, text } from '../texts.ts'
import type { ResolvedApproval, ResolvedDocumentType, ResolvedState, Tone } from '../manifest/resolve/resolved.ts'
import { approvalAt, approvalsOf } from './approvals.ts'
import { statesOf } from './targets.ts'

type Approving = Pick<ResolvedDocumentType, 'states' | 'approval' | 'approvals'>

/**
 * An open entry is shown like the state in which the document waits, because its approver holds the document now. An entry that opens later
 * is shown as waiting.
 */
export function entryAppearance(manifest: Approving, status: string, state: string): Pick<ResolvedState, 'label' | 'tone'> {
  const approval = approvalAt(manifest, state)
  const waiting = status === 'Open' && approval ? manifest.states[approval.pending] : undefined
  return { label: (waiting && t(waiting.label)) ?? (status === 'Created' ? t('Waiting') : entryStatusText(status)), tone: entryTone(manifest, waiting?.name ?? status) }
}

/** The status of an approval entry in words; one that is not known as it is. */
export function entryStatusText(status: string): string {
  return Object.hasOwn(STATUS_TEXTS, status) ? t(STATUS_TEXTS[status as keyof typeof STATUS_TEXTS]) : status
}

const STATUS_TEXTS = { Open: text('Open'), Approved: text('Approved'), Rejected: text('Rejected'), Delegated: text('Delegated'), Canceled: text('Canceled') }

/**
 * The approval that an entry belongs to. An entry from before this was recorded belongs to the type's only approval; undefined if there are
 * several, whose steps may share names.
 */
export function approvalOfEntry(manifest: Approving, { approval }: { approval: string | null }): ResolvedApproval | undefined {
  const all = approvalsOf(manifest)
  if (approval !== null) return all.find(({ id }) => id === approval)
  return all.length === 1 ? all[0] : undefined
}

/**
 * The colour of an approval entry's status: that of the document type's state of the same name, otherwise of the state that the document
 * waits in or that the decision leads to, so that a word looks the same everywhere.
 */
export function entryTone({ states, approval }: Pick<ResolvedDocumentType, 'states' | 'approval'>, status: string): Tone {
  const meant: Record<string, string | undefined> = { Approved: statesOf(approval?.approved).at(-1), Rejected: statesOf(approval?.rejected).at(-1) }
  const own = Object.hasOwn(states, status) ? status : undefined
  // A state "Open" means that nobody has been asked to approve the document yet.
  const name = status === 'Open' ? (approval?.pending ?? own) : (own ?? meant[status])
  return name === undefined ? 'neutral' : (states[name]?.tone ?? 'neutral')
}
