/** Moves stored records of a state that was split into several, as the manifest specifies. */
import { storedRows, type Catalogue, type ResolvedDocumentType, type ResolvedState } from '../../../core/index.ts'
import type { Tx } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { predicateSql } from '../documents/predicate-sql.ts'
import { Statement } from '../sql/statement.ts'

/** The `was` condition of the state that takes the remaining records. */
const REST = 'true'

/**
 * Does nothing once no record is in such a former state. Other values that depend on the state are recomputed when the record is next
 * written. The audit trail is not changed; its states are shown by the same wire statuses.
 */
export async function splitStates(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const manifest of Object.values(catalogue.types)) {
    const moves = Object.values(manifest.states).flatMap((state) => Object.entries(state.was ?? {}).map(([earlier, when]) => ({ state, earlier, when })))
    // The state that takes the rest comes last.
    for (const one of [...moves.filter(({ when }) => when !== REST), ...moves.filter(({ when }) => when === REST)]) await move(tx, manifest, one)
  }
}

interface Move { state: ResolvedState; earlier: string; when: string }

async function move(tx: Tx, manifest: ResolvedDocumentType, { state: { name, wire = {} }, earlier, when }: Move): Promise<void> {
  const s = new Statement()
  const state = s.value(name, 'text')
  const wireFields = Object.values(manifest.states).flatMap((one) => Object.keys(one.wire ?? {}))
  const held = s.value(JSON.stringify({ ...Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== '')), [manifest.stateField]: name }), 'jsonb')
  const rows = when === REST ? REST : predicateSql(storedRows(when, manifest), s, { type: manifest.id, company: 'd.company' })
  await s.run(tx, `update documents d set state = ${state}, data = (d.data - ${s.value(wireFields, 'text[]')}) || ${held} where d.type = ${literal(manifest.id)} and d.state = ${s.value(earlier, 'text')} and ${rows}`)
}
