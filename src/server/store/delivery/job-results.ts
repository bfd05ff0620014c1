/** What runs of jobs did for each item. */
import type { JsonObject } from '../../../core/index.ts'
import type { Db, Tx } from '../connection/database.ts'
import { Statement } from '../sql/statement.ts'

export type Outcome = 'posted' | 'skipped' | 'failed'
export interface JobResult { number: number; outcome: Outcome; reason: string; /** The line of the item. */ data: JsonObject }
export interface RunAddress { company: string; type: string; run: string }

/** Adds results of a run. */
export async function addJobResults(tx: Tx, { company, type, run }: RunAddress, results: readonly JobResult[]): Promise<void> {
  if (results.length === 0) return
  const s = new Statement()
  await s.run(
    tx,
    `insert into job_results (company, type, run, number, outcome, reason, data)
     select ${s.value(company)}, ${s.value(type)}, ${s.value(run)}, r.number, r.outcome, r.reason, r.data from jsonb_to_recordset(${s.value(JSON.stringify(results), 'jsonb')}) as r(number integer, outcome text, reason text, data jsonb)`
  )
}

/** Deletes the results of a run, which begins anew. */
export async function clearJobResults(tx: Tx, { company, type, run }: RunAddress): Promise<void> {
  await tx.deleteFrom('job_results').where('company', '=', company).where('type', '=', type).where('run', '=', run).execute()
}

/** The results with greater numbers than `after`, in order; with an outcome, only those. */
export async function readJobResults(db: Db, { company, type, run }: RunAddress, { after, outcome, limit }: { after: number; outcome: string | undefined; limit: number }): Promise<JobResult[]> {
  let query = db.selectFrom('job_results').select(['number', 'outcome', 'reason', 'data']).where('company', '=', company).where('type', '=', type).where('run', '=', run).where('number', '>', after)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  return (await query.orderBy('number').limit(limit).execute()) as JobResult[]
}
