/** What tests of documents that ask of budgets share: how strictly these are held to, and what a document took of them. */
import { sql } from 'kysely'
import { saveSettings } from '../../src/server/store/settings.ts'
import type { TestApp } from './harness.ts'

/** Settings of budgets for the first company. */
export function holdToBudget({ services }: TestApp, budget_mode: string, more: object = {}): Promise<void> {
  return saveSettings(services.database.kysely, 'MRT', 'budget_settings', { budget_mode, budget_period: 'year', budget_exception_role: '', ...more }, 'test')
}

/** What stands in the ledger for a document, by kind, as a hand-written statement counts it. */
export async function takenOfBudget({ services }: TestApp, no: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; total: number }>`
    select case data->>'kind' when 'Actual' then 'actual' else 'committed' end as kind, sum((data->>'amount')::numeric)::float8 as total
    from documents where type = 'budget-ledger' and data->>'document_no' = ${no} group by 1`.execute(services.database.kysely)
  return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]))
}
