/** What every command receives: the session, the engine and the current time. */
import type { CompiledType, Doc, Engine, FieldPaths, Json, JsonObject, RequiredContext, RowPredicate, RuleContext, Verb } from '../../core/index.ts'
import { ALWAYS, MAX_ANSWER_STEPS, StepLimit, UnknownTypeError, readsMissing, recordDoc, textOf, visibilityOf } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import type { Services, Session } from '../services.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import type { Holder } from '../store/users/delegates.ts'
import { loadLists, loadRecords, refKey, type LoadedRecords } from '../store/lists/references.ts'
import { numberOf } from '../store/users/users.ts'
import { readFigures, readsComputed } from './figures.ts'

export interface CommandContext {
  services: Services
  session: Session
  engine: Engine
  now: Date
  /** Caps the total evaluation steps of a response that covers many records. */
  limit?: StepLimit
  /** Nothing is kept, so that no number may be drawn: a series would have gaps. Nor are figures locked, as nothing relies on them. */
  isDryRun?: true
  /** The portal itself works, for everybody: lists that rules search are read whole. */
  readsAll?: true
}

/** Creates the context of a request, at the clock's current time. */
export function commandContext(services: Services, session: Session): CommandContext {
  return { services, session, engine: services.engines.forActor(session.actor), now: services.clock.now() }
}

/** Like `commandContext`, for a response that covers many records: their evaluation shares one step limit and fails beyond it. */
export function contextForMany(services: Services, session: Session): CommandContext {
  return { ...commandContext(services, session), limit: new StepLimit(MAX_ANSWER_STEPS) }
}

/**
 * The predicate for the records of a type on which the current user may use the verb. Cached per command, since a command asks for every
 * reference.
 */
export function rowsOf(command: CommandContext, type: CompiledType, verb: Verb): RowPredicate {
  const known = rowsOfCommand.get(command) ?? new Map<string, RowPredicate>()
  rowsOfCommand.set(command, known)
  const name = `${type.manifest.id} ${verb}`
  const rows = known.get(name) ?? type.rowPredicate(command.session.actor, verb, plainContext(command))
  known.set(name, rows)
  return rows
}

/** Whether the user may list every record of the type with this field. */
export function seesEverywhere(command: CommandContext, type: CompiledType, field: string): boolean {
  return rowsOf(command, type, 'list').kind === 'always' && !type.redactedInLists(command.session.actor, plainContext(command)).has(field)
}

/**
 * The rows of a list that rules search: those that the user may list by the base. An overlay that narrows who sees a master must not lift the
 * limits that rules read from it.
 */
function rowsOfBase(command: CommandContext, id: string): RowPredicate {
  if (command.readsAll) return ALWAYS
  return typeOfBase(command, id).rowPredicate(command.session.actor, 'list', plainContext(command))
}

/** The type without overlays; one that only an overlay's module has, as it is. */
export function typeOfBase({ services, engine }: CommandContext, id: string): CompiledType {
  const base = services.engines.base()
  return (base.has(id) ? base : engine).type(id)
}

const rowsOfCommand = new WeakMap<CommandContext, Map<string, RowPredicate>>()

/** Returns the compiled type. @throws AppError not-found for an unknown type, as for an unknown record */
export function typeOf(engine: Engine, id: string): CompiledType {
  try {
    return engine.type(id)
  } catch (error) {
    if (error instanceof UnknownTypeError) throw new AppError('not-found')
    throw error
  }
}

/** The number that identifies the current user in approval entries. */
export function approverNumber({ actor }: Session): string {
  return numberOf(actor)
}

/** The current user as an approver: their number, roles and the delegations they hold. */
export function holderOf({ actor }: Session): Holder {
  return { number: numberOf(actor), delegations: actor.delegations ?? [], roles: actor.roles }
}

const plainContexts = new WeakMap<object, RuleContext>()

/** A context without stored records and figures; enough for defaults, stamps and rules without references. Cached per command. */
export function plainContext(command: Pick<CommandContext, 'session' | 'now' | 'limit'>): RuleContext {
  const known = plainContexts.get(command)
  if (known !== undefined) return known
  const { session, now, limit } = command
  const { code, name, currency, timeZone } = session.company
  const ctx: RuleContext = { user: session.actor, settings: session.settings, company: { code, name, currency, timeZone }, today: session.today, now: `${now.toISOString().slice(0, 19)}Z`, ref: () => undefined, lists: {}, ...(limit && { limit }) }
  plainContexts.set(command, ctx)
  return ctx
}

/** Reads records by type and key in the shape that rules see. */
export function refReader(engine: Engine, records: LoadedRecords): RuleContext['ref'] {
  const views = new Map<string, JsonObject>()
  return (type, key) => {
    const id = refKey(type, key)
    const record = records.get(id)
    const manifest = engine.catalogue.types[type]
    if (!record || !manifest) return undefined
    const known = views.get(id)
    if (known) return known
    const view = recordDoc(manifest, record)
    views.set(id, view)
    return view
  }
}

export interface LoadedContext { ctx: RuleContext; records: LoadedRecords }

/** The context with the records that the documents refer to, and those that rules reach through them. */
export async function contextWithRefs(db: Db, command: CommandContext, type: CompiledType, docs: Doc[], { known, closed }: Pick<ContextSources, 'known' | 'closed'> = {}): Promise<LoadedContext> {
  const plain = plainContext(command)
  const records: LoadedRecords = new Map(known)
  let ref = refReader(command.engine, records)
  for (let depth = 0; depth < 3; depth += 1) {
    const wanted = distinct(docs.flatMap((doc) => type.refsOf(doc, ref))).filter((one) => !records.has(refKey(one.type, one.key)) && closed?.has(refKey(one.type, one.key)) !== true)
    if (wanted.length === 0) break
    const loaded = await loadRecords(db, command.session.company.code, wanted)
    if (loaded.size === 0) break
    for (const [id, record] of loaded) records.set(id, record)
    ref = refReader(command.engine, records)
  }
  return { ctx: { ...plain, ref }, records }
}

export interface ContextSources {
  prev?: Doc
  input?: JsonObject
  /** Fields redacted for the current user: no message reveals their values. */
  redacted?: FieldPaths
  /** Records already loaded in this transaction. */
  known?: LoadedRecords
  /** Records that are not loaded, by `refKey`: the person may not read them. */
  closed?: ReadonlySet<string>
}

/**
 * Loads everything that the type's rules may read, as of this transaction: references, lists and figures. With `action`, only what checking
 * a document for that action needs.
 */
export async function fullContext(db: Tx, command: CommandContext, type: CompiledType, doc: Doc, sources: ContextSources, action?: string): Promise<LoadedContext> {
  return load(db, command, type, doc, sources, type.requiredContext(action))
}

/** Loads the type's lists and the records that the document refers to, but no figures: what defaults may read. */
export async function withLists(db: Tx, command: CommandContext, type: CompiledType, doc: Doc, sources: ContextSources): Promise<LoadedContext> {
  return load(db, command, type, doc, sources, { lists: Object.keys(type.manifest.lists), lookups: [], held: [], settings: true })
}

/** Loads what an action reads when it does not check the whole document. */
export async function actionContext(db: Tx, command: CommandContext, type: CompiledType, doc: Doc, sources: ContextSources, action: string): Promise<LoadedContext> {
  return load(db, command, type, doc, sources, type.actionContext(action))
}

async function load(
  db: Tx, command: CommandContext, type: CompiledType, doc: Doc, { known, closed, ...sources }: ContextSources, needed: RequiredContext
): Promise<LoadedContext> {
  // The rules put back what the stored document refers to where a closed field is sent with another key.
  const { ctx: base, records } = await contextWithRefs(db, command, type, [doc, ...(sources.prev === undefined ? [] : [sources.prev])], { ...(known && { known }), ...(closed && { closed }) })
  const { company } = command.session
  let ctx: RuleContext = { ...base, ...sources, readsRedacted: redactedReads(command, type, doc) }
  const asked = needed.lists.flatMap((name) => {
    const list = type.manifest.lists[name]
    if (!list || !command.engine.has(list.of)) return []
    return [{ name, of: list.of, conditions: [type.whereOf('list', name, doc, ctx), rowsOfBase(command, list.of)] }]
  })
  ctx = { ...ctx, lists: await loadLists(db, command.engine.catalogue, company.code, asked) }
  const recomputed = readsComputed(type, needed.lookups) ? await runSliced(type.recomputingComputedFields(doc, withoutFigures(ctx))) : doc
  return { ctx: { ...ctx, ...(await readFigures(db, company.code, type, needed.lookups, recomputed, ctx, command.isDryRun ? [] : needed.held)) }, records }
}

/** Without figures, computed values that read them keep their stored value until the figures are known. */
function withoutFigures({ lookups: _, ...ctx }: RuleContext): RuleContext {
  return ctx
}

/** Returns a function that finds expressions reading figures, or fields of other records, that are redacted for the current user. */
function redactedReads({ engine: { catalogue }, session: { actor } }: CommandContext, { manifest }: CompiledType, doc: Doc): NonNullable<RuleContext['readsRedacted']> {
  // A lookup with `exposed` is shown to the record's owner, who need not be the current user.
  const isOwn = manifest.owner !== undefined && actor.employee !== undefined && doc[manifest.owner] === actor.employee
  let redactedInOtherTypes: ReturnType<typeof visibilityOf>['redactedInOtherTypes'] | undefined
  return (expression, array) => {
    redactedInOtherTypes ??= visibilityOf(catalogue, manifest, actor.roles).redactedInOtherTypes
    return readsMissing(expression, { array }, isOwn ? manifest : { ...manifest, lookups: {} }, { fields: new Set(), inOtherTypes: redactedInOtherTypes, shapeOf: (type) => catalogue.types[type]?.shape })
  }
}

function distinct(refs: { type: string; key: string }[]): { type: string; key: string }[] {
  return [...new Map(refs.map((ref) => [refKey(ref.type, ref.key), ref])).values()]
}

/** Renders a message of the type from the document as its reader sees it (`docFor`). {title} is the company's caption for the type. */
export function messageFor(type: CompiledType, session: Session, key: string, doc: Doc, more: Record<string, Json> = {}): string {
  const { manifest } = type
  return type.message(key, { ...doc, no: doc[manifest.key] ?? '', title: titleFor(type, session), ...more }, session.company.timeZone)
}

/** A scalar as text; an empty string for anything else. */
export function asText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The company's caption for a record of the type. */
export function titleFor({ manifest: { title } }: CompiledType, session: Session): string {
  return textOf({ ...title, text: title.one }, session.settings)
}
