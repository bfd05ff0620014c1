import { t, textLanguage } from '../../core/index.ts'
import type { DryRun } from '../../contract/index.ts'

const MAX_NAMED = 3

/** Who decides on a document that is about to be sent, as a sentence: "Otieno Odhiambo decides, then Mercy Mutua or 4 others." */
export function approversText({ approvals: [first, ...others] }: DryRun): string {
  if (first === undefined) return t('Nobody has to approve it: it is approved at once.')
  const people = peopleOf(first)
  // The others that are only counted are plural, even where one of them is enough.
  const arePlural = first.count > MAX_NAMED || (first.mode === 'all' && first.count > 1)
  const decides = arePlural ? t('{people} decide', { people }) : t('{people} decides', { people })
  return `${others.reduce((before, step) => t('{before}, then {people}', { before, people: peopleOf(step) }), decides)}.`
}

function peopleOf({ names, count, mode }: DryRun['approvals'][number]): string {
  const shown = names.slice(0, count > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
  const all = count > shown.length ? [...shown, t({ one: '{count} other', other: '{count} others' }, { count: count - shown.length })] : shown
  return new Intl.ListFormat(textLanguage(), { type: mode === 'all' ? 'conjunction' : 'disjunction' }).format(all)
}
