/** GET portal/search: documents that wait for the current user's decision, and records of the lists in their menu, of any type. */
import type { FastifyPluginCallback } from 'fastify'
import { MAX_SEARCH_LENGTH, described, list, MAX_HITS, MAX_HITS_PER_TYPE, MIN_SEARCH_LENGTH, narrowed, object, withDefault, SearchHit, text as anyText } from '../../contract/index.ts'
import type { Answer, TypeOf } from '../../contract/index.ts'
import { hasStates, stateForReader, stateOf, titleOf, wireName, t } from '../../core/index.ts'
import type { CompiledType, Engine } from '../../core/index.ts'
import { entrySearch } from '../approvals/entry-search.ts'
import { docOf } from '../commands/check-document.ts'
import { contextForMany, contextWithRefs, holderOf, plainContext, type CommandContext } from '../commands/context.ts'
import { visibleEntries } from '../commands/visible-entries.ts'
import { mapSliced } from '../in-pieces.ts'
import { data } from '../openapi/call.ts'
import { listedTypes } from '../portal/listed-types.ts'
import { menuFor } from '../portal/menu-for.ts'
import { needsRefs } from '../presenters/record.ts'
import type { Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { firstDocuments, type ListRow } from '../store/lists/list-documents.ts'
import { listCriteria, withArchived } from './documents/list-criteria.ts'

const QUERY = object({ q: withDefault(described(narrowed(anyText, { maxLength: MAX_SEARCH_LENGTH }), `At least ${MIN_SEARCH_LENGTH} letters.`), '') })

/** Registers the search. */
export const searchRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.get<{ Querystring: TypeOf<typeof QUERY> }>('/portal/search', {
    config: { costs: 'search' },
    schema: {
      querystring: QUERY,
      call: { id: 'search', summary: 'Documents waiting for the caller’s decision, and records of the caller’s lists, of every type', tag: 'Portal', answer: data('What was found: what waits, then documents, then other records.', list(SearchHit)) },
    },
  }, async ({ session, query }): Promise<Answer<SearchHit[]>> => {
    // PostgreSQL accepts no NUL in text, and no stored text contains one.
    const search = query.q.replaceAll('\0', '').trim()
    if (search.length < MIN_SEARCH_LENGTH) return { data: [], message: '' }
    const command = contextForMany(app.services, session)
    const db = app.services.database.kysely
    const hits = await waitingHits(db, command, search)
    const waiting = new Set(hits.map(idOf))
    for (const type of searchedTypes(command.engine, session)) {
      if (hits.length >= MAX_HITS) break
      hits.push(...(await hitsOf(db, command, type, search)).filter((hit) => !waiting.has(idOf(hit))))
    }
    return { data: hits.slice(0, MAX_HITS), message: '' }
  })

  done()
}

const idOf = ({ type, key }: SearchHit): string => `${type} ${key}`

/** Documents that wait for the current user, matched as in the list of approvals. */
async function waitingHits(db: Db, command: CommandContext, text: string): Promise<SearchHit[]> {
  const search = entrySearch(command, text)
  if (search === undefined) return []
  const entries = await visibleEntries(db, command, { company: command.session.company.code, statuses: ['Open'], waitingFor: holderOf(command.session), search, newest: MAX_HITS_PER_TYPE })
  // One hit per document, even if two of its entries wait for the user.
  const found = new Map(entries.map(({ row, record }) => [`${row.type} ${record.key}`, { type: command.engine.type(row.type), row: { record, hasOpenEntry: true } }]))
  const hits = await Promise.all([...found.values()].map(({ type, row }) => presentHits(db, command, type, [row])))
  return hits.flat().map((hit) => ({ ...hit, waits: true }))
}

/** Types whose lists the menu links to and that declare searched fields: documents first, otherwise in menu order. */
function searchedTypes(engine: Engine, session: Session): CompiledType[] {
  const ids = new Set(listedTypes(engine, menuFor(engine, session)))
  const types = [...ids].map((id) => engine.type(id)).filter(({ manifest }) => manifest.list.search.length > 0)
  const isDocument = ({ manifest }: CompiledType): number => Number(manifest.kind === 'document')
  return types.sort((a, b) => isDocument(b) - isDocument(a))
}

async function hitsOf(db: Db, command: CommandContext, type: CompiledType, search: string): Promise<SearchHit[]> {
  const criteria = listCriteria(command, type, { search, limit: String(MAX_HITS_PER_TYPE) }, [])
  if (criteria.rows.kind === 'never') return []
  return presentHits(db, command, type, await firstDocuments(db, withArchived(criteria)))
}

async function presentHits(db: Db, command: CommandContext, type: CompiledType, rows: ListRow[]): Promise<SearchHit[]> {
  const docs = needsRefs(type) ? rows.map(({ record }) => docOf(type, record)) : []
  const { ctx } = docs.length > 0 ? await contextWithRefs(db, command, type, docs) : { ctx: plainContext(command) }
  return mapSliced(rows, (row) => presentHit(type, command, row, ctx))
}

function presentHit(type: CompiledType, { session }: CommandContext, { record, hasOpenEntry }: ListRow, ctx: ReturnType<typeof plainContext>): SearchHit {
  const { manifest } = type
  const context = { ctx, assigned: hasOpenEntry ? new Set([record.key]) : new Set<string>() }
  const shown = type.project(record, session.actor, context)
  const texts = manifest.list.search.filter((field) => field !== manifest.key && field !== manifest.stateField).map((field) => shown[wireName(manifest.shape, field)])
  const text = texts.find((value) => typeof value === 'string' && value !== '')
  const name = hasStates(manifest) ? stateForReader(manifest, record.state, type.redacted(record, session.actor, context)) : undefined
  const state = name === undefined ? undefined : stateOf(manifest, name)
  return {
    type: manifest.id, key: record.key, title: titleOf(manifest, session.settings, session.actor.roles).one,
    text: typeof text === 'string' ? text : '', state: state === undefined ? null : { label: t(state.label), tone: state.tone }, waits: false,
  }
}
