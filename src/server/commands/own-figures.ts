/** Figures for the current user, computed over a new record as they would start it. */
import { dependenciesOf, emptyFigure, readsRedacted, type CompiledType, type Doc, type FigureValue, type RuleContext } from '../../core/index.ts'
import { mapSliced, runSliced } from '../in-pieces.ts'
import { rowsOfLists } from '../portal/rows-of-lists.ts'
import type { Db } from '../store/connection/database.ts'
import { contextWithRefs, plainContext, type CommandContext } from './context.ts'
import { readFigures } from './figures.ts'

interface OwnRecord { doc: Doc; ctx: RuleContext }

/** Builds that record with the named figures. Nothing is locked, since it is only read. */
async function ownRecord(db: Db, command: CommandContext, type: CompiledType, names: string[]): Promise<OwnRecord> {
  const { services, engine, session } = command
  const plain = plainContext(command)
  const fresh = await runSliced(type.stamping(await runSliced(type.makingDocument(plain)), plain))
  const { ctx: { lookups: _, ...base } } = await contextWithRefs(db, command, type, [fresh])
  const ctx: RuleContext = { ...base, lists: await rowsOfLists(services, engine, type.manifest.id, session) }
  // Figures may be selected by values that come from lists.
  const doc = await runSliced(type.recomputingComputedFields(fresh, ctx))
  const known = { ...ctx, ...(await readFigures(db, session.company.code, type, names, doc, ctx)) }
  return { doc: await runSliced(type.recomputingComputedFields(doc, known)), ctx: known }
}

/** The values of the type's lookups with `exposed`, by name. */
export async function exposedFigures(db: Db, command: CommandContext, type: CompiledType): Promise<Record<string, FigureValue>> {
  const exposed = Object.values(type.manifest.lookups).filter((lookup) => lookup.exposed === true)
  if (exposed.length === 0) return {}
  const { ctx } = await ownRecord(db, command, type, exposed.map(({ name }) => name))
  return Object.fromEntries(exposed.map((lookup) => [lookup.name, ctx.lookups?.[lookup.name] ?? emptyFigure(lookup)]))
}

/** The figures of the type's list, by name, except those that read a field redacted for the current user. */
export async function listFigures(db: Db, command: CommandContext, type: CompiledType): Promise<Record<string, number>> {
  const figures = Object.entries(type.manifest.list.figures)
  if (figures.length === 0) return {}
  const { doc, ctx } = await ownRecord(db, command, type, withoutInput(type))
  const fields = type.redacted(undefined, command.session.actor, { ctx })
  const readable = await mapSliced(figures, ([name, { value, when }]): [string, number][] => {
    if (readsRedacted(type.manifest, value, { fields }) || (when !== undefined && !type.test(when, doc, ctx))) return []
    const figure = type.value(value, doc, ctx)
    return typeof figure === 'number' ? [[name, figure]] : []
  })
  return Object.fromEntries(readable.flat())
}

/** The lookups that need nothing of a dialog. */
function withoutInput({ manifest: { lookups } }: CompiledType): string[] {
  return Object.values(lookups).filter(({ where, when }) => ![where, when].some((one) => one !== undefined && dependenciesOf(one).some(([root]) => root === 'input'))).map(({ name }) => name)
}
