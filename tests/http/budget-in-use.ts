/** Helpers for tests of documents that check budgets: how strictly they are held, and what a document took from them. */
import { sql } from 'kysely'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import type { TestApp } from './harness.ts'

/** Sets the budget settings of the first company. */
export function holdToBudget({ services }: TestApp, budget_mode: string, more: object = {}): Promise<void> {
  return saveSettings(services.database.kysely, 'MRT', 'budget_settings', { budget_mode, budget_period: 'year', budget_exception_role: '', ...more }, 'test')
}

/** The ledger's amounts for a document by kind, from a hand-written statement. */
export async function takenOfBudget({ services }: TestApp, no: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; total: number }>`
    select case data->>'kind' when 'Actual' then 'actual' else 'committed' end as kind, sum((data->>'amount')::numeric)::float8 as total
    from documents where type = 'budget-ledger' and data->>'document_no' = ${no} group by 1`.execute(services.database.kysely)
  return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]))
}
