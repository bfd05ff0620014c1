/** What the rows of a list call have besides their fields, for systems that know these by other names. */
import { IS_APPROVER, isPeopleType, type CompiledType, type Json, type JsonObject, type ResolvedEndpoint } from '../../core/index.ts'
import type { CommandContext } from '../commands/context.ts'
import type { Db } from '../store/connection/database.ts'
import { approversAmong } from '../store/users/users.ts'

/** Adds the values that the call gives by further names, those of fields as far as the row has them for the current user. */
export async function addGiven(db: Db, { engine, session }: CommandContext, { manifest }: Pick<CompiledType, 'manifest'>, gives: ResolvedEndpoint['gives'], rows: { key: string; wire: JsonObject }[]): Promise<void> {
  if (gives === undefined || rows.length === 0) return
  const given = Object.entries(gives)
  const isMarked = isPeopleType(engine.catalogue, manifest.id) && given.some(([, value]) => value === IS_APPROVER)
  const approvers = isMarked ? await approversAmong(db, session.company.code, rows.map(({ key }) => key)) : new Set<string>()
  for (const { key, wire } of rows) {
    const values = given.flatMap(([name, of]): [string, Json][] => {
      const value = manifest.shape.fields[of] === undefined ? approvers.has(key) : wire[manifest.shape.fields[of].wire]
      return value === undefined ? [] : [[name, value]]
    })
    Object.assign(wire, Object.fromEntries(values))
  }
}
