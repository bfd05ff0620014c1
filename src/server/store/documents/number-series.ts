/**
 * Running numbers per company and document type, and per year if the series contains it.
 *
 * Ordinary series use a database sequence, which blocks nobody: a number is never given twice, and a failed transaction leaves a gap (after
 * a crash of PostgreSQL, up to 32 numbers are skipped). A gapless series is a row that stays locked from the draw to the commit, so it is
 * drawn last: see number-posted.ts.
 */
import { sql } from 'kysely'
import type { Tx } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

export interface Series { company: string; type: string; /** The year, or empty for a series that continues across years. */ period: string }

/** Draws the next number of a series that may have gaps. */
export async function drawNumber(tx: Tx, series: Series): Promise<number> {
  return (await drawNumbers(tx, series, 1))[0] ?? expectSequence(series)
}

/** Draws the next `count` numbers of a series that may have gaps; others that draw at the same time may get some in between. */
export async function drawNumbers(tx: Tx, series: Series, count: number): Promise<number[]> {
  const drawn = await nextOf(tx, series, count)
  if (drawn.length > 0) return drawn
  await makeSequence(tx, series)
  const first = await nextOf(tx, series, count)
  return first.length > 0 ? first : expectSequence(series)
}

/**
 * Draws until it finds a number that no record has, in one statement and without a lock. Concurrent draws advance the same sequence, so
 * that transactions that meet the same run of taken numbers share the work. A run is skipped only once, since its numbers are not drawn
 * again.
 */
export async function drawFree(tx: Tx, series: Series, { before, digits, behind }: NumberForm): Promise<number> {
  const s = new Statement()
  const [company, type] = [s.value(series.company), s.value(series.type)]
  const rows = await s.run<{ number: number }>(
    tx,
    `with recursive drawn (sequence, number) as (
       select n.sequence::regclass, nextval(n.sequence::regclass) from number_series n
       where n.company = ${company} and n.type = ${type} and n.period = ${s.value(series.period)} and n.sequence is not null
       union all
       select d.sequence, nextval(d.sequence) from drawn d
       -- A subquery and no exists, which a join would be made of: it is asked by the key's index for one number after the other.
       where (select true from documents t where t.company = ${company} and t.type = ${literal(series.type)}
         and t.key = ${s.value(before, 'text')} || lpad(d.number::text, greatest(${s.value(digits, 'int')}, length(d.number::text)), '0') || ${s.value(behind, 'text')})
     )
     select max(number) as number from drawn`
  )
  return rows[0]?.number ?? expectSequence(series)
}

/**
 * Draws `count` consecutive numbers of a gapless series and returns the first; other transactions that draw from it wait until this one
 * ends.
 */
export async function drawGapless(tx: Tx, series: Series, count = 1): Promise<number> {
  const { last_used: last, sequence } = (await takeNext(tx, series, count)) ?? (await takeFirst(tx, series, count))
  return (sequence === null ? last : await takeOver(tx, series, sequence, count)) - count + 1
}

interface Row { last_used: number; sequence: string | null }

async function takeNext(tx: Tx, { company, type, period }: Series, count: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update number_series set last_used = last_used + ${count}::bigint where company = ${company} and type = ${type} and period = ${period}
    returning last_used, sequence`.execute(tx)
  return rows[0]
}

/** Draws from a series that does not exist yet. A concurrent transaction waits and continues after it. */
async function takeFirst(tx: Tx, series: Series, count: number): Promise<Row> {
  const { rows } = await sql<Row>`
    insert into number_series as n (company, type, period, last_used) values (${series.company}, ${series.type}, ${series.period}, ${await drawnBefore(tx, series)}::bigint + ${count}::bigint)
    on conflict (company, type, period) do update set last_used = n.last_used + ${count}::bigint returning last_used, sequence`.execute(tx)
  return rows[0] ?? expectSequence(series)
}

/** Moves a type's series to another type: the row moves, or if the other type already has the series, the higher number is kept. */
export async function moveSeries(tx: Tx, earlier: string, present: string): Promise<void> {
  const rows = await tx.selectFrom('number_series').selectAll().where('type', '=', earlier).forUpdate().execute()
  for (const row of rows) {
    const other = await tx.selectFrom('number_series').selectAll().where('company', '=', row.company).where('type', '=', present).where('period', '=', row.period).forUpdate().executeTakeFirst()
    if (other === undefined) {
      await tx.updateTable('number_series').set({ type: present }).where('id', '=', row.id).execute()
      continue
    }
    const last = Math.max(await lastOf(tx, row), await lastOf(tx, other))
    if (other.sequence === null) await tx.updateTable('number_series').set({ last_used: last }).where('id', '=', other.id).execute()
    else if (last > 0) await sql`select setval(${other.sequence}::regclass, ${last}::bigint)`.execute(tx)
    await tx.deleteFrom('number_series').where('id', '=', row.id).execute()
    if (row.sequence !== null) await sql`drop sequence ${sql.id(row.sequence)}`.execute(tx)
  }
}

/** Every series in the form of a row without a sequence, with the last number drawn. */
export async function lastNumbers(tx: Tx): Promise<{ company: string; type: string; period: string; last_used: number; id: number }[]> {
  const rows = await tx.selectFrom('number_series').selectAll().execute()
  const found = []
  for (const { id, company, type, period, ...row } of rows) found.push({ id, company, type, period, last_used: await lastOf(tx, row) })
  return found
}

/** The last number drawn; 0 if none was. */
async function lastOf(tx: Tx, { last_used: last, sequence }: Row): Promise<number> {
  if (sequence === null) return last
  const { rows } = await sql<{ last: number }>`select (last_value - case when is_called then 0 else 1 end)::bigint as last from ${sql.id(sequence)}`.execute(tx)
  return rows[0]?.last ?? 0
}

/** Converts a series that becomes gapless: it continues after its sequence, which is dropped. Returns the last number drawn. */
async function takeOver(tx: Tx, series: Series, sequence: string, count: number): Promise<number> {
  // From here on nobody can draw from the sequence: a server with the earlier manifest waits, and then finds it gone.
  await sql`alter sequence ${sql.id(sequence)} no cycle`.execute(tx)
  const last = (await lastOf(tx, { last_used: 0, sequence })) + count
  await tx.updateTable('number_series').set({ last_used: last, sequence: null }).where('company', '=', series.company).where('type', '=', series.type).where('period', '=', series.period).execute()
  await sql`drop sequence ${sql.id(sequence)}`.execute(tx)
  return last
}

/** None if the series does not exist yet. */
async function nextOf(tx: Tx, { company, type, period }: Series, count: number): Promise<number[]> {
  const s = new Statement()
  const rows = await s.run<{ number: number }>(
    tx,
    `select nextval(n.sequence::regclass) as number from number_series n cross join generate_series(1, ${s.value(count, 'int')})
     where n.company = ${s.value(company)} and n.type = ${s.value(type)} and n.period = ${s.value(period)} and n.sequence is not null`
  )
  return rows.map(({ number }) => number)
}

/**
 * Creates the sequence of a series at its first draw, starting after the numbers drawn before sequences were used. A concurrent transaction
 * waits.
 */
async function makeSequence(tx: Tx, { company, type, period }: Series): Promise<void> {
  const { rows } = await sql<{ id: number; last_used: number; sequence: string | null }>`
    insert into number_series as n (company, type, period, last_used) values (${company}, ${type}, ${period}, ${await drawnBefore(tx, { company, type, period })}::bigint)
    on conflict (company, type, period) do update set last_used = n.last_used returning id, last_used, sequence`.execute(tx)
  const row = rows[0]
  if (row === undefined || row.sequence !== null) return
  const name = `series_${row.id}`
  await sql`create sequence ${sql.id(name)} start with ${sql.lit(row.last_used + 1)}`.execute(tx)
  await tx.updateTable('number_series').set({ sequence: name }).where('id', '=', row.id).execute()
}

/**
 * The number that a new series continues from: one that runs across years continues after the yearly ones before it; any other starts at 1.
 */
async function drawnBefore(tx: Tx, { company, type, period }: Series): Promise<number> {
  if (period !== '') return 0
  const rows = await tx.selectFrom('number_series').select(['last_used', 'sequence']).where('company', '=', company).where('type', '=', type).execute()
  let last = 0
  for (const row of rows) last = Math.max(last, await lastOf(tx, row))
  return last
}

function expectSequence({ type }: Series): never {
  throw new Error(`The number series of ${type} has no sequence.`)
}

/**
 * The text before and after the running number of a series on a given day, and its minimum number of digits. {YYYY}, {YY} and {MM} are
 * taken from the day.
 */
export interface NumberForm { before: string; digits: number; behind: string }

/** The form of a series' numbers on a given day. */
export function numberForm(series: string, today: string): NumberForm {
  const dated = series.replace('{YYYY}', today.slice(0, 4)).replace('{YY}', today.slice(2, 4)).replace('{MM}', today.slice(5, 7))
  const zeros = /\{(0+)\}/.exec(dated)
  if (zeros === null) throw new Error(`The series ${series} has no running number.`)
  return { before: dated.slice(0, zeros.index), digits: zeros[1]?.length ?? 0, behind: dated.slice(zeros.index + zeros[0].length) }
}

/** Formats a running number as its series specifies. */
export function formatNumber(series: string, today: string, number: number): string {
  const { before, digits, behind } = numberForm(series, today)
  return `${before}${String(number).padStart(digits, '0')}${behind}`
}
