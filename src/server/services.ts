/** Everything a part of the server needs, passed explicitly: there are no globals, and nothing registers itself. */
import type { Actor, ArrangedEntry, Company, CompiledType, Doc, Engine, Explained, ExtraLink, FieldPaths, FigureValue, HiddenFields, JsonObject, Layer, ManifestIssue, Outline, OverlayChange, RuleContext, RuleErrorReport, Scope, Settings, StoredRecord, Translation } from '../core/index.ts'
import type { ApprovalEntry } from '../contract/index.ts'
import type { Config } from './config.ts'
import type { Database, Tx } from './store/connection/database.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** Injected so that tests can control time. */
export interface Clock {
  now(): Date
  /** The date as YYYY-MM-DD in the time zone. */
  today(timeZone: string): string
}

/** An overlay published to the database; `source` is its name in issues. */
export interface PublishedOverlay { source: string; overlay: JsonObject }

/** An engine used for one trial only. `failures` collects the rule errors that occur while it is used. */
export interface TrialEngine { engine: Engine; failures: RuleErrorReport[] }

/** The engine with the tried overlay, and one without it. */
export interface TriedOut extends TrialEngine { type: string; without: () => Promise<TrialEngine> }

/** Which overlay the tried one replaces, and the scope to try it in. `signal` is aborted when the result is no longer needed. */
export interface TrialOptions { replaced: string | undefined; scope: Scope; signal: AbortSignal; /** Aborted when the trial has taken long enough; by default after ten seconds. */ late?: AbortSignal }

/** Provides the engine for a person's layers (client, company, roles, user); cached until the manifests or overlays change. */
export interface EngineProvider {
  /** The engine without overlays of company, role or user. */
  base(): Engine
  forActor(actor: Pick<Actor, 'company' | 'roles'> & { id?: string }): Engine
  /** Incremented whenever manifests are reloaded. */
  version(): number
  /** Effects of the modules by the name that manifests use. */
  effects(): EffectRegistry
  /** Returns what is wrong with an overlay, or cannot be applied to the current manifests. */
  check(overlay: JsonObject, source: string): Promise<ManifestIssue[]>
  /**
   * Replaces the published overlays, which apply together with those in files. `read` is called once every earlier publication has been applied.
   * Resolves when the overlays are in effect; until then callers get the previous engines. Invalid parts are logged and set aside.
   */
  publish(read: () => Promise<PublishedOverlay[]>): Promise<void>
  /** The overlays in module files that apply to this installation, each with the issues of the parts that cannot be applied. */
  fileOverlays(): Promise<FileOverlay[]>
  /**
   * The fields that overlays in files and the given published ones hide from any role, and in which companies, beyond what the types
   * themselves hide.
   */
  hiddenByOverlays: HiddenByOverlays
  /** The changes an overlay would make for a scope, in place of the one named by `replaced`, and its issues. Nothing is stored. */
  preview(overlay: JsonObject, options: TrialOptions): Promise<{ issues: ManifestIssue[]; changes: OverlayChange[] }>
  /** The engine for the scope with the overlay in place of the one named by `replaced`; undefined if the overlay is invalid. */
  tryOut(overlay: JsonObject, options: TrialOptions): Promise<TriedOut | undefined>
  /** The origin of the effective values at a path, for one scope. */
  explain(type: string, path: string, scope: Scope): Promise<Explained[]>
  /** The fields of a type and where they stand, for one scope, without the overlay named by `replaced`; undefined for an unknown type. */
  outline(type: string, scope: Scope, replaced: string | undefined): Promise<Outline | undefined>
}

export type HiddenByOverlays = (published: PublishedOverlay[]) => Promise<HiddenFields>

/** An overlay in a file; `source` is its path. */
export interface FileOverlay { source: string; type: string; layer: Layer; name: string; overlay: JsonObject; issues: ManifestIssue[] }

/** Consequences of an action that a manifest cannot express. The command runs it in its transaction, after the record has been written. */
export type Effect = (input: EffectInput) => Promise<void>
export type EffectRegistry = Record<string, Effect>
export interface EffectInput extends EffectTools {
  services: Services
  tx: Tx
  type: CompiledType
  /** The action id, or `approved`. */
  action: string
  /** The record as just written. */
  record: StoredRecord
  doc: Doc
  /** Includes the values entered in the action's dialog, as `input`. */
  ctx: RuleContext
  session: Session
}

/** What an effect can do through the engine, all in the command's transaction. */
export interface EffectTools {
  /** The figure of a lookup that the type declares, including what has been written so far; null if no document has such a value. */
  lookUp(name: string): Promise<FigureValue>
  /** A record of the company as rules read it; undefined if there is none. */
  read(type: string, key: string): Promise<JsonObject | undefined>
  /**
   * Creates an entry of a ledger or another type, with defaults, stamps and computed values. Returns no number: a gapless ledger assigns it
   * as the last step of the transaction.
   */
  post(type: string, values: JsonObject): Promise<void>
  /**
   * Changes a record of another type and locks it until the transaction ends. `change` receives its current state. Returns undefined if
   * there is no such record.
   */
  change(type: string, key: string, change: (doc: JsonObject) => JsonObject): Promise<JsonObject | undefined>
  /** Rejects the action with a message for people; the transaction is rolled back. */
  refuse(message: string): never
  /**
   * Queues a message for employees by number, and for everybody with a role. `{field}` in subject and text is replaced by the document's
   * value as each recipient may see it. A value that the effect itself puts into the text also reaches people for whom it is redacted.
   */
  notify(to: { employees?: string[]; role?: string }, subject: string, text: string): Promise<void>
}

/** The log. */
export interface Log { debug(o: object, m?: string): void; info(o: object, m?: string): void; warn(o: object, m?: string): void; error(o: object, m?: string): void }

/** A message to one person: stored in the outbox, and mailed if SMTP is configured. Written in the caller's transaction. */
export interface Notice { company: string; recipient: string; subject: string; text: string }

export interface Services {
  config: Config
  database: Database
  engines: EngineProvider
  clock: Clock
  /** Renders printed forms as PDF. */
  printer: Printer
  /** The translations of this installation by language; English is not among them. */
  translations: ReadonlyMap<string, Translation>
  log: Log
  /** Undefined if traces are not exported. */
  tracing?: Tracing | undefined
  /**
   * Whether the people are the demo's: the database holds the demo organisation, and DEMO is not 0. It is loaded before the server accepts
   * requests, and never later.
   */
  isDemo: boolean
  /** Aborted as soon as the server starts to stop: it still serves requests, but reports that it is not ready. */
  stopping: AbortSignal
}

export interface Printer {
  /** Renders a record as PDF. */
  render(input: PrintInput): Promise<Buffer>
  /** Renders an employee statement as PDF. */
  statement(statement: EmployeeStatement, session: Session): Promise<Buffer>
  /** Ends the rendering thread. Nothing can be printed afterwards. */
  close(): Promise<void>
}
/** A ledger entry as shown on a statement. */
export interface StatementEntry { date: string; no: string; document: string; kind: string; text: string; amount: number }
export interface StatementLedger { title: string; isBalance: boolean; opening: number; closing: number; entries: (StatementEntry & { balance: number })[]; isCut: boolean }
/** `from` and `to` are empty for whole accounts, which begin at nothing. */
export interface EmployeeStatement { employee: string; name: string; from: string; to: string; currency: string; ledgers: StatementLedger[]; /** Default: Employee Statement. */ heading?: string }
export interface PrintInput { engine: Engine; type: string; print: string; record: StoredRecord; session: Session; approvals: ApprovalEntry[]; ref: RuleContext['ref']; /** What the current user may see: the paths redacted in the record, and referenced records without their redacted fields. */ shown: { redacted: FieldPaths; ref: RuleContext['ref'] }; /** Rows of the type's lists, for captions set by rules. */ lists?: Record<string, JsonObject[]>; /** Names of the attached files. */ files?: string[] }

/** The session of the current user, established by the session plugin from the bearer token. */
export interface Session {
  tokenHash: string
  /** Whether a second step was required when the session began. */
  hasSecondStep: boolean
  /** When the person last proved their identity. */
  provedAt: Date | null
  /**
   * Until when a first authenticator may be added without a fresh proof of identity, if the identity provider does not state when it
   * authenticated the person.
   */
  setUpUntil: Date | null
  /** Whether the person has a confirmed authenticator. */
  hasAuthenticator: boolean
  /** Whether the company requires an authenticator and the person has none. The session then allows nothing but setting one up. */
  needsAuthenticator: boolean
  actor: Actor
  /** Codes of the companies that it reaches: those of the account; if it began at an identity provider, only those that use this one. */
  companies: string[]
  company: Company & { displayName: string; timeZone: string; logo: string | null }
  settings: Settings
  /** The company's arrangement of the menu. */
  arrangement: readonly ArrangedEntry[]
  /** The links that the company adds to its menu. */
  extraLinks: readonly ExtraLink[]
  today: string
  ip: string | null
}

declare module 'fastify' {
  interface FastifyRequest { session: Session }
  interface FastifyInstance { services: Services }
}
