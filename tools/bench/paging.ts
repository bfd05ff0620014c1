/** The list of a user who sees everything, at its first page and far down. */
import { ask, PAGE } from './calls.ts'
import { FINANCE_TOKEN } from './dataset.ts'
import { load, type Call, type Figures } from './load.ts'

export interface Depth { documents: number; page: number; sort: string; first: Figures; deep: Figures }

interface Answer { page: { next: string | null } }

/** Measures the first page and the thousandth (or the last, if there are fewer), alternating. */
export async function measurePaging(url: string, documents: number, sort: string, { rounds: count, seconds }: { rounds: number; seconds: number }): Promise<Depth> {
  const at = (cursor?: string): Call => ({
    method: 'GET', token: FINANCE_TOKEN, path: `/api/v1/hrmis/pettycash?limit=${PAGE}&sort=${sort}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
  })
  let cursor: string | undefined
  let page = 1
  for (; page < 1_000; page += 1) {
    const { page: { next } } = await ask<Answer>(url, at(cursor))
    if (next === null) break
    cursor = next
  }
  const rounds: { first: Figures[]; deep: Figures[] } = { first: [], deep: [] }
  for (let round = 0; round <= count; round += 1) {
    const [first, deep] = [await load(url, () => at(), { seconds }), await load(url, () => at(cursor), { seconds })]
    if (first.failed + deep.failed > 0) throw new Error('A page of the list could not be read.')
    if (round > 0) {
      rounds.first.push(first)
      rounds.deep.push(deep)
    }
  }
  return { documents, page, sort, first: fastest(rounds.first), deep: fastest(rounds.deep) }
}

/** The round that other load on the machine disturbed least. */
function fastest(all: Figures[]): Figures {
  return all.reduce((best, one) => (one.perSecond > best.perSecond ? one : best))
}
