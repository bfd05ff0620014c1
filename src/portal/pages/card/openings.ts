import { isDate, runToCompletion } from '../../../core/index.ts'
import type { Json, JsonObject, ResolvedOpening } from '../../../core/index.ts'
import type { Portal } from '../../shell/portal-context.ts'
import { startPath } from '../../shell/links.ts'
import { formatDate } from '../../ui/format.ts'
import type { Card } from './use-card.ts'

/** A button that opens a new record, with its address. */
export interface OpeningLink { name: string; label: string; icon?: string; path: string }

type OpenCard = Pick<Card, 'compiled' | 'manifest' | 'model' | 'context'>

/** The buttons over the whole record whose conditions hold, to pages where the user may create something. */
export function openingsOfCard(card: OpenCard, portal: Portal): OpeningLink[] {
  const { compiled, model, context } = card
  return openingsOf(card, portal, undefined).flatMap(([name, opening]) => {
    const [doc, ctx] = [model.doc(), context()]
    if (opening.when !== undefined && !compiled.test(opening.when, doc, ctx)) return []
    const values = Object.fromEntries(Object.entries(opening.values).map(([field, source]) => [field, compiled.value(source, doc, ctx)]))
    return linkOf(card, portal, { name, opening, values, source: doc })
  })
}

/** The buttons for each line of the array, in the order of the lines. */
export function openingsOfLines(card: OpenCard, portal: Portal, array: string): OpeningLink[] {
  const { compiled, model, context } = card
  const lines = model.doc()[array]
  return openingsOf(card, portal, array).flatMap(([name, opening]) => {
    const [doc, ctx] = [model.doc(), context()]
    const isOffered = opening.when === undefined ? undefined : runToCompletion(compiled.testingEach(opening.when, array, doc, ctx))
    return runToCompletion(compiled.findingValuesOfEach(opening.values, array, doc, ctx)).flatMap((values, index) => (
      isOffered?.[index] === false ? [] : linkOf(card, portal, { name: `${name} ${index}`, opening, values, source: { ...doc, ...(Array.isArray(lines) ? (lines[index] as JsonObject) : {}) } })
    ))
  })
}

function openingsOf({ manifest }: OpenCard, { bootstrap, can }: Portal, array: string | undefined): [string, ResolvedOpening][] {
  return Object.entries(manifest.card.opens).filter(([, { lines, page }]) => lines === array && can(bootstrap.pages[page]?.type ?? '', 'create'))
}

interface Found { name: string; opening: ResolvedOpening; values: Record<string, Json | undefined>; /** What fills in the caption. */ source: JsonObject }

function linkOf({ compiled }: OpenCard, { bootstrap }: Portal, { name, opening: { label, icon, page: id }, values, source }: Found): OpeningLink[] {
  const page = bootstrap.pages[id]
  if (page === undefined) return []
  const given = Object.entries(values).flatMap(([field, value]) => (typeof value === 'object' || value === undefined || value === '' ? [] : [[field, String(value)] as const]))
  return [{ name, label: compiled.message(label, readable(source)), path: startPath(page, Object.fromEntries(given)), ...(icon !== undefined && { icon }) }]
}

/** Its dates as people read them. */
function readable(source: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, typeof value === 'string' && isDate(value) ? formatDate(value) : value]))
}
