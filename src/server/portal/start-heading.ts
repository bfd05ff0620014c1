import { openingHeading, type StartHeading } from '../../contract/index.ts'
import { titleOf, type Engine, type Settings, type Translation } from '../../core/index.ts'
import { inLanguage } from '../languages/of-request.ts'
import { pageAt } from './page-at.ts'

/** A longer key is none that a record has. */
const MAX_KEY = 60

/**
 * The heading with which the screen at the address begins for people of the company; undefined for screens that have none of a type. It
 * tells nothing of the record. For somebody whose role has an overlay with another title, the portal's own takes its place.
 */
export function startHeading(engine: Engine, address: string, company: { code: string; settings: Settings }, translations: ReadonlyMap<string, Translation>): StartHeading | undefined {
  const found = pageAt(engine, address)
  if (found?.page.screen !== 'card' || found.type === undefined) return undefined
  const { page: { key: place, view }, type, textAt } = found
  const key = place === undefined ? '' : textAt(place)
  if (key.length > MAX_KEY || (key === '' && view !== undefined)) return undefined
  const heading = (): string => openingHeading(type, titleOf(type, company.settings), { view, key: key === '' ? undefined : key })
  return { company: company.code, texts: Object.fromEntries([undefined, ...translations.values()].map((one) => [one?.language ?? 'en', inLanguage(one, heading)])) }
}
