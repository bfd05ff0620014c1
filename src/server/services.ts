/** What every part of the server is handed, explicitly: nothing is global, nothing registers itself. */
import type { Actor, ArrangedEntry, Company, CompiledType, Doc, Engine, Explained, FieldPaths, FigureValue, JsonObject, Layer, ManifestIssue, OverlayChange, RuleContext, RuleErrorReport, Scope, Settings, StoredRecord } from '../core/index.ts'
import type { ApprovalEntry } from '../contract/index.ts'
import type { Config } from './config.ts'
import type { Database, Tx } from './store/database.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** The clock is injected so that tests move time. */
export interface Clock {
  now(): Date
  /** YYYY-MM-DD in the time zone. */
  today(timeZone: string): string
}

/** An overlay that was published to the database; `source` is how issues name it. */
export interface PublishedOverlay { source: string; overlay: JsonObject }

/** An engine that nobody uses but for a trial. `failures` grows as it is asked. */
export interface TriedOut { engine: Engine; type: string; failures: RuleErrorReport[] }

/** What an overlay is tried in place of, and for whom; aborted when nobody wants to know any more. */
export interface TrialOptions { replaced: string | undefined; scope: Scope; signal: AbortSignal; /** Aborted when trying it has taken long enough; after ten seconds, when not said. */ late?: AbortSignal }

/** The engine for a person's layers (client, company, roles, their own); kept until the manifests or overlays change. */
export interface EngineProvider {
  /** The engine without overlays of company or role. */
  base(): Engine
  forActor(actor: Pick<Actor, 'company' | 'roles'> & { id?: string }): Engine
  /** Raised whenever manifests were reloaded. */
  version(): number
  /** Effects of the modules by the name that manifests use. */
  effects(): EffectRegistry
  /** What is wrong with an overlay, or cannot be applied to the manifests as they are. */
  check(overlay: JsonObject, source: string): Promise<ManifestIssue[]>
  /**
   * The published overlays from now on, beside those in files; read when every publication before has been taken. Resolves when they
   * are in force: until then whoever asks gets the engines of before. What is wrong with one is logged and set aside.
   */
  publish(read: () => Promise<PublishedOverlay[]>): Promise<void>
  /** The overlays in files of modules that hold in this installation, each with what of it cannot be applied. */
  fileOverlays(): Promise<FileOverlay[]>
  /** What an overlay would change for a scope, in the place of the one that `replaced` names; and what is wrong with it. Nothing is kept. */
  preview(overlay: JsonObject, options: TrialOptions): Promise<{ issues: ManifestIssue[]; changes: OverlayChange[] }>
  /** The engine as the scope would have it with the overlay in the place of the one that `replaced` names, and where it tells what fails; undefined where the overlay is wrong. */
  tryOut(overlay: JsonObject, options: TrialOptions): Promise<TriedOut | undefined>
  /** Where the effective values at a path come from, for one scope. */
  explain(type: string, path: string, scope: Scope): Promise<Explained[]>
}

/** An overlay in a file; `source` is its path. */
export interface FileOverlay { source: string; type: string; layer: Layer; name: string; overlay: JsonObject; issues: ManifestIssue[] }

/** What a manifest cannot say about an action's consequences: run by the command, in its transaction, after the record was written. */
export type Effect = (input: EffectInput) => Promise<void>
export type EffectRegistry = Record<string, Effect>
export interface EffectInput extends EffectTools {
  services: Services
  tx: Tx
  type: CompiledType
  /** The action's id, or `approved`. */
  action: string
  /** As it was written. */
  record: StoredRecord
  doc: Doc
  /** With what the action's dialog asked for in `input`. */
  ctx: RuleContext
  session: Session
}

/** What an effect does with the engine; all in the transaction of the command. */
export interface EffectTools {
  /** The figure of a lookup that the type declares, over what is written by now; null where no document has such a value. */
  lookUp(name: string): Promise<FigureValue>
  /** A record of the company as rules read it; undefined when there is none. */
  read(type: string, key: string): Promise<JsonObject | undefined>
  /** Writes an entry of a ledger or other type, with defaults, stamps and computed values. No number is answered: that of a ledger without gaps is drawn as the last thing of the transaction. */
  post(type: string, values: JsonObject): Promise<void>
  /** Changes a record of another type, which nobody else can until the transaction ends; the change sees it as it is now. Undefined when there is none. */
  change(type: string, key: string, change: (doc: JsonObject) => JsonObject): Promise<JsonObject | undefined>
  /** Refuses the action with a sentence for people; nothing of it is kept. */
  refuse(message: string): never
  /**
   * Keeps a message for employees by number, and for everybody with a role. `{field}` in subject and text is the document's
   * value as each of them sees it: a value put into the text by the effect itself reaches those for whom it is redacted.
   */
  tell(to: { employees?: string[]; role?: string }, subject: string, text: string): Promise<void>
}

/** Where things worth knowing are logged. */
export interface Log { debug(o: object, m?: string): void; info(o: object, m?: string): void; warn(o: object, m?: string): void; error(o: object, m?: string): void }

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
  /** Undefined where no traces are exported. */
  tracing?: Tracing | undefined
  /** Whether the database holds the demo organisation. It is loaded before anybody is served, and never later. */
  isDemo: boolean
  /** Aborted as soon as the server is to stop: it goes on answering, but says that it is not ready. */
  stopping: AbortSignal
}

export interface Printer {
  /** PDF of a record. `context` holds what the layout's expressions may read. */
  render(input: PrintInput): Promise<Buffer>
  /** PDF of what ledgers say of a person. */
  statement(statement: EmployeeStatement, session: Session): Promise<Buffer>
  /** Ends its thread. Nothing is printed any more. */
  close(): Promise<void>
}
/** One entry of a ledger as it stands on a statement. */
export interface StatementEntry { date: string; no: string; document: string; kind: string; text: string; amount: number }
export interface StatementLedger { title: string; isBalance: boolean; opening: number; closing: number; entries: (StatementEntry & { balance: number })[]; isCut: boolean }
export interface EmployeeStatement { employee: string; name: string; from: string; to: string; currency: string; ledgers: StatementLedger[] }
export interface PrintInput { engine: Engine; type: string; print: string; record: StoredRecord; session: Session; approvals: ApprovalEntry[]; ref: RuleContext['ref']; /** What the person gets to see: paths redacted in the record, and referred records without theirs. */ shown: { redacted: FieldPaths; ref: RuleContext['ref'] }; /** Rows of the type's lists, for captions that rules give. */ lists?: Record<string, JsonObject[]>; /** Names of the attached files. */ files?: string[] }

/** Who is asking, established by the session plugin from the bearer token. */
export interface Session {
  tokenHash: string
  /** Whether a code was asked for when it began. */
  hasSecondStep: boolean
  /** When the person last showed who they are. */
  provedAt: Date | null
  /** Until when a first authenticator may be added without that: where the identity provider does not say when it saw the person. */
  setUpUntil: Date | null
  /** Whether the person has an authenticator that counts. */
  hasAuthenticator: boolean
  /** The company asks for an authenticator and the person has none: nothing opens but setting one up. */
  needsAuthenticator: boolean
  actor: Actor
  company: Company & { displayName: string; timeZone: string; logo: string | null }
  settings: Settings
  /** What the company made of the menu. */
  arrangement: readonly ArrangedEntry[]
  today: string
  ip: string | null
}

declare module 'fastify' {
  interface FastifyRequest { session: Session }
  interface FastifyInstance { services: Services }
}
