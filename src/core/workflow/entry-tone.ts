import type { ResolvedDocumentType, Tone } from '../manifest/resolved.ts'

/**
 * The colour of an approval entry's status: that of the document type's state of the same name, or of the state that the decision leads to,
 * so that a word looks the same wherever it stands.
 */
export function entryTone({ states, approval }: Pick<ResolvedDocumentType, 'states' | 'approval'>, status: string): Tone {
  const decided: Record<string, string | undefined> = { Approved: approval?.approved, Rejected: approval?.rejected }
  const name = Object.hasOwn(states, status) ? status : decided[status]
  return name === undefined ? 'neutral' : (states[name]?.tone ?? 'neutral')
}
