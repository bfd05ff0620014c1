/**
 * The audit trail as a chain: each seal is a hash over the one before and the events since, so that what was changed, added or taken
 * out behind the application's back is found. Events are sealed some minutes after they were written: their numbers are drawn before
 * they are committed, and none may come late into what is sealed.
 */
import { sql } from 'kysely'
import type { Database, Db, Tx } from './database.ts'

/** Events of one seal, at most. */
const MAX_SEALED = 5_000
/** How long after a mark is set what lies before it is sealed. */
const SETTLED_SECONDS = 120
/** What the first seal stands on. */
const BEGINNING = '0'.repeat(64)

export interface Seal { number: number; upto: number; events: number; hash: string }

/** Seals what lies before the mark that was set earlier, then sets the mark anew. Answers the new seals. Any number of processes may call it. */
export async function sealEvents(database: Database): Promise<Seal[]> {
  return database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(tx)
    const mark = await settledMark(tx)
    const made: Seal[] = []
    if (mark !== undefined) {
      for (let seal = await sealNext(tx, mark); seal !== undefined; seal = await sealNext(tx, mark)) made.push(seal)
    }
    await setMark(tx, mark !== undefined)
    return made
  })
}

const SEAL_LOCK = 764_210_035

/** The number up to which nothing can come any more: every transaction that was under way when it was noted has ended. */
async function settledMark(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ upto: number }>`
    select upto from event_seal_mark where noted_at < clock_timestamp() - make_interval(secs => ${SETTLED_SECONDS})
      and noted_xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.execute(tx)
  return rows[0]?.upto
}

/** A mark of another cluster (a database that was restored) names transactions that are not to come: it is set anew. */
async function setMark(tx: Tx, isSpent: boolean): Promise<void> {
  if (isSpent) await sql`delete from event_seal_mark`.execute(tx)
  await sql`insert into event_seal_mark (upto, noted_xid, noted_at)
    select coalesce(max(id), 0), pg_snapshot_xmax(pg_current_snapshot())::text::bigint, clock_timestamp() from events
    on conflict (one) do update set upto = excluded.upto, noted_xid = excluded.noted_xid, noted_at = excluded.noted_at where event_seal_mark.noted_xid > excluded.noted_xid`.execute(tx)
}

async function sealNext(tx: Tx, mark: number): Promise<Seal | undefined> {
  const last = await lastSeal(tx)
  const { rows } = await sql<{ upto: number | null }>`select max(id) as upto from (select id from events where id > ${last.upto} and id <= ${mark} order by id limit ${MAX_SEALED}) as next_events`.execute(tx)
  const upto = rows[0]?.upto ?? null
  if (upto === null) return undefined
  const seal = { number: last.number + 1, upto, ...(await chained(tx, last, upto)) }
  await sql`insert into event_seals (number, upto, events, hash) values (${seal.number}, ${seal.upto}, ${seal.events}, ${seal.hash})`.execute(tx)
  return seal
}

async function lastSeal(db: Db): Promise<Seal> {
  const { rows } = await sql<Seal>`select number, upto, events, hash from event_seals order by number desc limit 1`.execute(db)
  return rows[0] ?? { number: 0, upto: 0, events: 0, hash: BEGINNING }
}

/** How many events lie between the two, and the hash over them: of each its fields as JSON, with the moment to the microsecond, free of any time zone. */
async function chained(db: Db, before: Pick<Seal, 'upto' | 'hash'>, upto: number): Promise<Pick<Seal, 'events' | 'hash'>> {
  const { rows } = await sql<{ events: number; hash: string }>`
    select count(*)::int as events, encode(sha256(convert_to(${before.hash}::text || coalesce(string_agg(encode(sha256(convert_to(jsonb_build_array(
      id, company, type, document_key, kind, actor, on_behalf_of, from_state, to_state, reason, changes, ip, device, extract(epoch from at)::text)::text, 'UTF8')), 'hex'), '' order by id), ''), 'UTF8')), 'hex') as hash
    from events where id > ${before.upto} and id <= ${upto}`.execute(db)
  return rows[0] ?? { events: 0, hash: '' }
}

export interface ChainReport { seals: number; sealed: number; /** Events that are not sealed yet. */ open: number; /** The last seal's hash, to be compared with one that was kept elsewhere. */ hash: string; /** The first seal that does not hold. */ broken?: { number: number; from: number; upto: number } }

/** Works every seal out anew and compares. */
export async function checkSeals(db: Db): Promise<ChainReport> {
  const { rows: seals } = await sql<Seal>`select number, upto, events, hash from event_seals order by number`.execute(db)
  let before: Pick<Seal, 'number' | 'upto' | 'hash'> = { number: 0, upto: 0, hash: BEGINNING }
  let sealed = 0
  for (const seal of seals) {
    const found = await chained(db, before, seal.upto)
    if (seal.number !== before.number + 1 || found.hash !== seal.hash || found.events !== seal.events) {
      return { seals: seals.length, sealed, open: 0, hash: before.hash, broken: { number: seal.number, from: before.upto + 1, upto: seal.upto } }
    }
    sealed += seal.events
    before = seal
  }
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from events where id > ${before.upto}`.execute(db)
  return { seals: seals.length, sealed, open: rows[0]?.open ?? 0, hash: before.hash }
}
