/** What the walk reads directly from the database, and the people in it. */
import { sql } from 'kysely'
import { rolesOf, type JsonObject, type ResolvedDocumentType } from '../../../src/core/index.ts'
import { hashToken, newToken } from '../../../src/server/sign-in/tokens.ts'
import { createSession } from '../../../src/server/store/sign-in/sessions.ts'
import { snapshot } from '../petty-cash-cases.ts'
import type { Caller, TestApp } from '../harness.ts'
import type { Entry, Person } from './model.ts'

export interface Stored { owner: string | undefined; state: string; rev: number; data: JsonObject }

export class World {
  readonly app: TestApp
  readonly company: string
  readonly #callers = new Map<string, Caller>()

  constructor(app: TestApp, company: string) {
    this.app = app
    this.company = company
  }

  /** Everybody whose default company it is, and on whose behalf they decide today. */
  async people(): Promise<Person[]> {
    const { kysely } = this.app.services.database
    const users = await kysely.selectFrom('users').selectAll().where('default_company', '=', this.company).where('active', '=', true).orderBy('email').execute()
    const { delegations } = this.app.engines.base().catalogue.organisation
    const given = delegations === undefined ? [] : await kysely.selectFrom('documents').select('data').where('company', '=', this.company).where('type', '=', delegations.type).execute()
    return users.map((user) => ({
      email: user.email, employee: user.employee ?? undefined, number: user.employee ?? `user:${user.id}`,
      roles: new Set(rolesOf({ roles: user.roles, isEmployee: user.employee !== null, isApprover: true, isAdministrator: user.is_admin, isPortalAdministrator: user.portal_admin })),
      delegateOf: new Set(given.filter(({ data }) => data[delegations?.to ?? ''] === user.employee).map(({ data }) => String(data[delegations?.from ?? '']))),
    }))
  }

  async caller({ email }: Pick<Person, 'email'>): Promise<Caller> {
    const known = this.#callers.get(email) ?? (await this.#signedIn(email))
    this.#callers.set(email, known)
    return known
  }

  /** Creates the session directly: there are many people, and hashing each password is slow. */
  async #signedIn(email: string): Promise<Caller> {
    const { database, clock } = this.app.services
    const { id: userId } = await database.kysely.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const token = newToken()
    const now = clock.now()
    await createSession(database.kysely, { tokenHash: hashToken(token), userId, company: this.company, device: 'walk', ip: null, now, expiresAt: new Date(now.getTime() + 3_600_000) })
    return {
      token,
      call: (method, path, payload, headers = {}) =>
        this.app.inject({ method, url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}`, ...headers }, ...(payload !== undefined && { payload }) }),
    }
  }

  async stored(type: string, key: string): Promise<Stored | undefined> {
    const row = await this.app.services.database.kysely.selectFrom('documents').select(['owner', 'state', 'rev', 'data'])
      .where('company', '=', this.company).where('type', '=', type).where('key', '=', key).executeTakeFirst()
    return row && { ...row, owner: row.owner ?? undefined }
  }

  /** The keys of all records, by type. */
  async keys(): Promise<Map<string, string[]>> {
    const rows = await this.app.services.database.kysely.selectFrom('documents').select(['type', 'key']).where('company', '=', this.company).orderBy('type').orderBy('key').execute()
    const keys = new Map<string, string[]>()
    for (const { type, key } of rows) {
      const known = keys.get(type)
      if (known === undefined) keys.set(type, [key])
      else known.push(key)
    }
    return keys
  }

  async events(type: string, key: string): Promise<number> {
    const rows = await this.app.services.database.kysely.selectFrom('events').select('id').where('company', '=', this.company).where('type', '=', type).where('document_key', '=', key).execute()
    return rows.length
  }

  async entries(type: string, key: string): Promise<Entry[]> {
    const rows = await this.app.services.database.kysely.selectFrom('approval_entries').selectAll()
      .where('company', '=', this.company).where('type', '=', type).where('document_key', '=', key).orderBy('entry_no').execute()
    return rows.map((row) => ({ no: row.entry_no, step: row.step, sequence: row.sequence, approver: row.approver, status: row.status, first: row.original_approver ?? row.approver }))
  }

  /** The token of the decision link in the newest mail to the person about the document. */
  async mailed({ email }: Person, no: string): Promise<string | undefined> {
    const messages = await this.app.services.database.kysely.selectFrom('outbox').select('text').where('recipient', '=', email).where('text', 'like', `%${no}%`).orderBy('id', 'desc').execute()
    return messages.map(({ text }) => /\/auth\/decide\/([\w-]+)/.exec(text)?.[1]).find((token) => token !== undefined)
  }

  print(): Promise<Record<string, string>> {
    return snapshot(this.app, ['sessions'])
  }

  /** Each entry of a ledger by its key: entries never change. */
  async ledgers(): Promise<Map<string, string>> {
    const ledgers = Object.values(this.app.engines.base().catalogue.types).filter(({ kind }) => kind === 'ledger').map(({ id }) => id)
    const { rows } = await sql<{ id: string; print: string }>`select type || '/' || key as id, md5(data::text) as print from documents where company = ${this.company} and type in (${sql.join(ledgers)})`
      .execute(this.app.services.database.kysely)
    return new Map(rows.map(({ id, print }) => [id, print]))
  }

  /** The sum of the ledger's entries that refer to the document. */
  async sumOf(ledger: string, sum: string, key: string): Promise<number> {
    const { rows } = await sql<{ total: number }>`select coalesce(sum((data->>${sum}::text)::numeric), 0)::float8 as total from documents d
      where company = ${this.company} and type = ${ledger} and exists (select 1 from jsonb_each_text(d.data) one where one.value = ${key})`.execute(this.app.services.database.kysely)
    return rows[0]?.total ?? 0
  }
}

/**
 * The ledgers in which a document that begins again has nothing left, with the summed field: those in which the type reverses its entries,
 * unless an approval posts them anew in the same breath. What was approved stands there until the next version is.
 */
export function reversedBy({ actions, approval, approvals }: ResolvedDocumentType): { to: string; sum: string }[] {
  const postings = [...Object.values(actions), ...(approval ? [approval] : []), ...Object.values(approvals)].map(({ posts }) => posts)
  const replaced = new Set(postings.flatMap((posts) => posts.filter(({ to, reverses }) => reverses !== undefined && posts.some((other) => other.to === to && other.reverses === undefined)).map(({ to }) => to)))
  return [...new Map(postings.flat().flatMap(({ to, reverses, sum }) => (reverses === undefined || sum === undefined || replaced.has(to) ? [] : [[to, { to, sum }]]))).values()]
}
