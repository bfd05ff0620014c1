import { isDate, runToCompletion } from '../../../core/index.ts'
import type { Json, JsonObject, ResolvedOpening, RuleContext } from '../../../core/index.ts'
import type { Portal } from '../../shell/portal-context.ts'
import { startPath } from '../../shell/links.ts'
import type { PageScope } from '../../shell/use-page-scope.ts'
import type { WireRecord } from '../../../contract/index.ts'
import { fromWire } from '../../form/wire.ts'
import { formatDate } from '../../ui/format.ts'
import type { FormModel } from '../../form/form-model.ts'
import type { CardData } from './card-data.ts'

/** A button that opens a new record, with its address. */
export interface OpeningLink { name: string; label: string; icon?: string; path: string }

type OpenCard = Pick<CardData, 'compiled' | 'manifest'> & { model: FormModel; context: () => RuleContext }

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

/** The parameter of a card's address with the record that is opened over it. */
export const OPENS = 'opens'

/** What the manifest asks about after an action: the button's name, and the question. */
export interface Offer { name: string; title: string; text: string }

/** What is offered after the action, of the stored record. */
export function offersAfter(card: Omit<OpenCard, 'model'>, portal: Portal, action: string, record: WireRecord): Offer[] {
  const { compiled, manifest, context } = card
  const doc = fromWire(manifest, record)
  return openingsOf(card, portal, undefined).flatMap(([name, { when, asks }]) => {
    if (asks?.after.includes(action) !== true || (when !== undefined && !compiled.test(when, doc, context()))) return []
    return [{ name, title: compiled.message(asks.title, readable(doc)), text: compiled.message(asks.text, readable(doc)) }]
  })
}

/** The first values of the record that is opened over this one. */
export function firstValuesOf({ compiled, manifest, context }: Omit<OpenCard, 'model'>, { values }: ResolvedOpening, record: WireRecord): PageScope {
  const doc = fromWire(manifest, record)
  return single(Object.fromEntries(Object.entries(values).map(([field, source]) => [field, compiled.value(source, doc, context())])))
}

/** Those that an address can have: one value each, and none that is empty. */
function single(values: Record<string, Json | undefined>): PageScope {
  return Object.fromEntries(Object.entries(values).flatMap(([field, value]) => (typeof value === 'object' || value === undefined || value === '' ? [] : [[field, value] as const])))
}

function openingsOf({ manifest }: Pick<OpenCard, 'manifest'>, { bootstrap, can }: Portal, array: string | undefined): [string, ResolvedOpening][] {
  return Object.entries(manifest.card.opens).filter(([, { lines, page }]) => lines === array && can(bootstrap.pages[page]?.type ?? '', 'create'))
}

interface Found { name: string; opening: ResolvedOpening; values: Record<string, Json | undefined>; /** What fills in the caption. */ source: JsonObject }

function linkOf({ compiled }: OpenCard, { bootstrap }: Portal, { name, opening: { label, icon, page: id, asks }, values, source }: Found): OpeningLink[] {
  const page = bootstrap.pages[id]
  if (page === undefined) return []
  const path = asks === undefined ? startPath(page, single(values)) : `?${OPENS}=${name}`
  return [{ name, label: compiled.message(label, readable(source)), path, ...(icon !== undefined && { icon }) }]
}

/** Its dates as people read them. */
function readable(source: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, typeof value === 'string' && isDate(value) ? formatDate(value) : value]))
}
