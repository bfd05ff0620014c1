/** Figures about the person who asks, worked out over a new record of theirs. */
import { readsHidden, type CompiledType, type Doc } from '../../core/index.ts'
import type { Db } from '../store/database.ts'
import { contextToRead, plainContext, type CommandContext, type LoadedContext } from './context.ts'

interface OwnRecord { doc: Doc; ctx: LoadedContext['ctx'] }

/** A record as the person would start it, with what its rules read. */
async function ownRecord(db: Db, command: CommandContext, type: CompiledType): Promise<OwnRecord> {
  const plain = plainContext(command)
  const fresh = type.stamp(type.newDocument(plain), plain)
  // What lists give it may be what figures are asked by.
  const listed = type.recompute(fresh, (await contextToRead(db, command, type, fresh)).ctx)
  const { ctx } = await contextToRead(db, command, type, listed)
  return { doc: type.recompute(listed, ctx), ctx }
}

/** The type's lookups that are told, by name. */
export async function toldFigures(db: Db, command: CommandContext, type: CompiledType): Promise<Record<string, number>> {
  const told = Object.values(type.manifest.lookups).filter((lookup) => lookup.told === true)
  if (told.length === 0) return {}
  const { ctx } = await ownRecord(db, command, type)
  return Object.fromEntries(told.map(({ name }) => [name, ctx.lookups?.[name] ?? 0]))
}

/** The figures of the type's list, by name; without those that tell of a field that is kept from the person. */
export async function listFigures(db: Db, command: CommandContext, type: CompiledType): Promise<Record<string, number>> {
  const figures = Object.entries(type.manifest.list.figures)
  if (figures.length === 0) return {}
  const { doc, ctx } = await ownRecord(db, command, type)
  const fields = type.hidden(undefined, command.session.actor, { ctx })
  return Object.fromEntries(figures.flatMap(([name, { value, when }]): [string, number][] => {
    if (readsHidden(type.manifest, value, { fields }) || (when !== undefined && !type.test(when, doc, ctx))) return []
    const figure = type.value(value, doc, ctx)
    return typeof figure === 'number' ? [[name, figure]] : []
  }))
}
