/**
 * Reads the figures of a type's `lookups` for one document, in as few statements as possible. Figures that are not held may come from
 * different moments.
 */
import type { CompiledType, Doc, ResolvedLookup, RuleContext } from '../../core/index.ts'
import { emptyFigure, figuresOfLive, hasLiveFields, keyOfFigure, keysOfRecord, type Catalogue, type ResolvedDocumentType, type StoredRecord } from '../../core/index.ts'
import { runSliced } from '../in-pieces.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { lockKeys, holdsKeys } from '../store/transactions/lock-keys.ts'
import { lookUpAll, type FigureQuery } from '../store/lists/figures.ts'

export type Figures = Required<Pick<RuleContext, 'lookups' | 'lineLookups'>>

/**
 * Reads the named lookups whose `when` holds; the others get the value for no matching records. `doc` must have its computed values, which
 * conditions may read.
 * Figures named in `held` stay unchanged until the transaction ends: another transaction that acts on a figure counting the same records
 * waits, and then sees this one's writes.
 */
export async function readFigures(db: Db | Tx, company: string, type: CompiledType, names: string[], doc: Doc, ctx: RuleContext, held: string[] = []): Promise<Figures> {
  const declared = names.flatMap((name) => type.manifest.lookups[name] ?? [])
  const queries: LookupQuery[] = []
  for (const lookup of declared) if (await isNeeded(type, lookup, doc, ctx)) queries.push(...await queriesOf(type, lookup, doc, ctx))
  await lockKeys(db, company, queries.filter(({ name }) => held.includes(name)).flatMap(({ name, of, where }) => keyOfFigure(of, type.manifest.lookups[name]?.where ?? '', where) ?? []))
  const values = await lookUpAll(db, company, queries)
  const figures: Figures = { lookups: Object.fromEntries(declared.map((lookup) => [lookup.name, emptyFigure(lookup)])), lineLookups: {} }
  for (const [place, { name, each, index, empty }] of queries.entries()) {
    const lines = each === undefined ? undefined : (figures.lineLookups[each] ??= [])
    const target = lines === undefined ? figures.lookups : (lines[index] ??= {})
    target[name] = values[place] ?? empty
  }
  return figures
}

/**
 * If the transaction acts on figures, locks the figures that its written records count towards, both before and after the change. Of two
 * transactions where each writes records that the other's figure counts, one waits for the other.
 */
export async function holdWritten(tx: Tx, { engine, session }: { engine: { catalogue: Catalogue }; session: { company: { code: string } } }, manifest: ResolvedDocumentType, records: StoredRecord[]): Promise<void> {
  if (holdsKeys(tx)) await lockKeys(tx, session.company.code, records.flatMap((record) => keysOfRecord(engine.catalogue, manifest, record)))
}

/** Whether one of the named lookups runs per line: its condition then reads values that must be computed first. */
export function readsComputed({ manifest }: CompiledType, names: string[]): boolean {
  return names.some((name) => manifest.lookups[name]?.each !== undefined)
}

/** Returns the record with its live fields, which are computed on every read. */
export async function withLiveFields(db: Db | Tx, company: string, type: CompiledType, record: StoredRecord, doc: Doc, ctx: RuleContext): Promise<StoredRecord> {
  if (!hasLiveFields(type.manifest)) return record
  const figures = await readFigures(db, company, type, figuresOfLive(type.manifest), doc, ctx)
  return { ...record, data: await runSliced(type.makingLive(doc, { ...ctx, ...figures })) }
}

async function isNeeded(type: CompiledType, { when }: ResolvedLookup, doc: Doc, ctx: RuleContext): Promise<boolean> {
  return when === undefined || runSliced(type.testing(when, doc, ctx))
}

type LookupQuery = FigureQuery & { name: string; each: string | undefined; index: number }

async function queriesOf(type: CompiledType, lookup: ResolvedLookup, doc: Doc, ctx: RuleContext): Promise<LookupQuery[]> {
  const { name, of, each } = lookup
  const figure = { ...type.figureOf(name), empty: emptyFigure(lookup) }
  const rows = each === undefined ? [type.whereOf('lookup', name, doc, ctx)] : await runSliced(type.findingWhereOfEach(name, doc, ctx))
  return rows.map((where, index) => ({ name, each, index, of, where, ...figure }))
}
