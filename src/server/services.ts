/** What every part of the server is handed, explicitly: nothing is global, nothing registers itself. */
import type { Actor, Company, CompiledType, Engine, JsonObject, Settings, StoredRecord } from '../core/index.ts'
import type { ApprovalEntry } from '../contract/index.ts'
import type { Config } from './config.ts'
import type { Database, Tx } from './store/database.ts'

/** The clock is injected so that tests move time. */
export interface Clock {
  now(): Date
  /** YYYY-MM-DD in the time zone. */
  today(timeZone: string): string
}

/** The engine for a person's layers (client, company, roles); kept until the manifests or overlays change. */
export interface EngineProvider {
  /** The engine without overlays of company or role. */
  base(): Engine
  forActor(actor: Pick<Actor, 'company' | 'roles'>): Engine
  /** Raised whenever manifests were reloaded. */
  version(): number
  /** Effects of the modules by the name that manifests use. */
  effects(): EffectRegistry
}

/** What a manifest cannot say about an action's consequences: run by the command, in its transaction, after the record was written. */
export type Effect = (input: EffectInput) => Promise<void>
export type EffectRegistry = Record<string, Effect>
export interface EffectInput { services: Services; tx: Tx; type: CompiledType; action: string; record: StoredRecord; session: Session }

/** Where things worth knowing are told. */
export interface Log { info(o: object, m?: string): void; warn(o: object, m?: string): void; error(o: object, m?: string): void }

/** A message to one person: kept in the app's outbox and mailed when SMTP is set. Written in the caller's transaction. */
export interface Notice { company: string; recipient: string; subject: string; text: string }

export interface Services {
  config: Config
  database: Database
  engines: EngineProvider
  clock: Clock
  /** Renders a printed form to PDF bytes. */
  printer: Printer
  log: Log
}

export interface Printer {
  /** PDF of a record. `context` holds what the layout's expressions may read. */
  render(input: PrintInput): Promise<Buffer>
}
export interface PrintInput { engine: Engine; type: string; print: string; record: StoredRecord; session: Session; approvals: ApprovalEntry[]; ref: (type: string, key: string) => JsonObject | undefined; /** Rows of the type's lists, for captions that rules give. */ lists?: Record<string, JsonObject[]> }

/** Who is asking, established by the session plugin from the bearer token. */
export interface Session {
  tokenHash: string
  actor: Actor
  company: Company & { displayName: string; timeZone: string; logo: string | null }
  settings: Settings
  today: string
  ip: string | null
}

declare module 'fastify' {
  interface FastifyRequest { session: Session }
  interface FastifyInstance { services: Services }
}
