/** Stored records of a state that became several stand in the one that their manifest says. */
import { storedRows, type Catalogue, type ResolvedDocumentType, type ResolvedState } from '../../core/index.ts'
import type { Tx } from './database.ts'
import { literal } from './field-sql.ts'
import { predicateSql } from './predicate-sql.ts'
import { Statement } from './statement.ts'

/** The condition of what takes those that no other takes. */
const REST = 'true'

/**
 * Where nothing stands in such a state any more, nothing happens. What else is worked out of the state follows as the record is next
 * written; the audit trail stays as it was, and is told by the same words.
 */
export async function splitStates(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const manifest of Object.values(catalogue.types)) {
    const moves = Object.values(manifest.states).flatMap((state) => Object.entries(state.was ?? {}).map(([earlier, when]) => ({ state, earlier, when })))
    // Who takes the rest comes last.
    for (const one of [...moves.filter(({ when }) => when !== REST), ...moves.filter(({ when }) => when === REST)]) await move(tx, manifest, one)
  }
}

interface Move { state: ResolvedState; earlier: string; when: string }

async function move(tx: Tx, manifest: ResolvedDocumentType, { state: { name, wire = {} }, earlier, when }: Move): Promise<void> {
  const s = new Statement()
  const state = s.value(name, 'text')
  const tellers = Object.values(manifest.states).flatMap((one) => Object.keys(one.wire ?? {}))
  const held = s.value(JSON.stringify({ ...Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== '')), [manifest.stateField]: name }), 'jsonb')
  const rows = when === REST ? REST : predicateSql(storedRows(when, manifest), s, { type: manifest.id, company: 'd.company' })
  await s.run(tx, `update documents d set state = ${state}, data = (d.data - ${s.value(tellers, 'text[]')}) || ${held} where d.type = ${literal(manifest.id)} and d.state = ${s.value(earlier, 'text')} and ${rows}`)
}
