/**
 * The audit trail as a hash chain: each seal is a hash over the previous seal and the events since, so that changes, insertions or
 * deletions made behind the application's back are detected. Events are sealed some minutes after they were written: their ids are drawn
 * before the commit, and none may arrive late in a range that is already sealed.
 */
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.ts'
import type { Database, Db, Tx } from '../connection/database.ts'

/** The most events per seal. */
const MAX_SEALED = 5_000
/** How long after setting a mark the events before it are sealed. */
const SETTLED_SECONDS = 120
/** The hash that the first seal builds on. */
const BEGINNING = '0'.repeat(64)

export interface Seal { number: number; upto: number; events: number; hash: string }

/** Seals the events before the mark set earlier, then sets a new mark. Returns the new seals. Any number of processes may call it. */
export async function sealEvents(database: Database): Promise<Seal[]> {
  return database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.eventSeals})`.execute(tx)
    const mark = await settledMark(tx)
    const made: Seal[] = []
    if (mark !== undefined) {
      for (let seal = await sealNext(tx, mark); seal !== undefined; seal = await sealNext(tx, mark)) made.push(seal)
    }
    await setMark(tx, mark !== undefined)
    return made
  })
}

/**
 * The id up to which no event can arrive any more, because every transaction that was running when it was noted has ended; undefined if
 * that is not the case yet.
 */
async function settledMark(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ upto: number }>`
    select upto from event_seal_mark where noted_at < clock_timestamp() - make_interval(secs => ${SETTLED_SECONDS})
      and noted_xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.execute(tx)
  return rows[0]?.upto
}

/**
 * Sets the mark unless one is waiting. In a restored database, it holds transaction ids of another cluster that lie in the future, and after
 * the database's clock was ahead, such a time: it is then set again.
 */
async function setMark(tx: Tx, isSpent: boolean): Promise<void> {
  if (isSpent) await sql`delete from event_seal_mark`.execute(tx)
  await sql`insert into event_seal_mark (upto, noted_xid, noted_at)
    select coalesce(max(id), 0), pg_snapshot_xmax(pg_current_snapshot())::text::bigint, clock_timestamp() from events
    on conflict (one) do update set upto = excluded.upto, noted_xid = excluded.noted_xid, noted_at = excluded.noted_at where event_seal_mark.noted_xid > excluded.noted_xid or event_seal_mark.noted_at > excluded.noted_at`.execute(tx)
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

/**
 * The number of events between the two seals and the hash over them: each event's fields as JSON, with its time as epoch seconds to the
 * microsecond, independent of any time zone.
 */
async function chained(db: Db, before: Pick<Seal, 'upto' | 'hash'>, upto: number): Promise<Pick<Seal, 'events' | 'hash'>> {
  const { rows } = await sql<{ events: number; hash: string }>`
    select count(*)::int as events, encode(sha256(convert_to(${before.hash}::text || coalesce(string_agg(encode(sha256(convert_to(jsonb_build_array(
      id, company, type, document_key, kind, actor, on_behalf_of, from_state, to_state, reason, changes, ip, device, extract(epoch from at)::text)::text, 'UTF8')), 'hex'), '' order by id), ''), 'UTF8')), 'hex') as hash
    from events where id > ${before.upto} and id <= ${upto}`.execute(db)
  return rows[0] ?? { events: 0, hash: '' }
}

export interface ChainReport { seals: number; sealed: number; /** Events that are not sealed yet. */ open: number; /** The last seal's hash, for comparison with a copy kept elsewhere. */ hash: string; /** The first seal that does not match. */ broken?: { number: number; from: number; upto: number } }

/** Recomputes every seal and compares it with the stored one. */
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
