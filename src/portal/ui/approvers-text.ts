import type { DryRun } from '../../contract/index.ts'

const MAX_NAMED = 3

/** Who decides on a document that is about to be sent, as a sentence: "Otieno Odhiambo decides, then Mercy Mutua or 4 others." */
export function approversText({ approvals }: DryRun): string {
  const [first, ...others] = approvals.map(peopleOf)
  if (first === undefined) return 'Nobody has to approve it: it is approved at once.'
  const decides = approvals[0]?.mode === 'all' && approvals[0].count > 1 ? 'decide' : 'decides'
  return `${[`${first} ${decides}`, ...others].join(', then ')}.`
}

function peopleOf({ names, count, mode }: DryRun['approvals'][number]): string {
  const shown = names.slice(0, count > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
  const all = count > shown.length ? [...shown, `${count - shown.length} others`] : shown
  return new Intl.ListFormat('en', { type: mode === 'all' ? 'conjunction' : 'disjunction' }).format(all)
}
