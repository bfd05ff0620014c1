import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { MAX_SEARCH_LENGTH, described, ExplainAnswer, narrowed, object, optional, OverlayEvent, OverlayOutline, OverlayTargets, text, enumOf } from '../../contract/index.ts'
import type { Answer, ListAnswer, TypeOf } from '../../contract/index.ts'
import { assignableRoles, isObject, presentId, type Catalogue, type Explained, type Scope } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { whenSearching } from '../limits/cost-classes.ts'
import { data, json, rows as rowsOf } from '../openapi/call.ts'
import type { Services } from '../services.ts'
import { listCompanies } from '../store/settings/companies.ts'
import { countOverlayEvents, findOverlay, listOverlayEvents, sourceOf, type StoredOverlayEvent } from '../store/settings/overlays.ts'
import { scopeOfPerson } from './overlay-place.ts'
import { queryOf } from './documents/request.ts'
import { numberedPage } from './numbered-page.ts'
import { pagedBy } from './paged-by.ts'
import { checkExplained, mayChange, peopleOffered, reachOf, scopesInReach, titleOfType, scopeTitle, containsWords, type Reach, mayAddressRoles } from './overlay-scope.ts'
import { requireRight } from './require-right.ts'

/** The most properties explained in one response. */
const MAX_EXPLAINED = 500

const TAG = 'Administration'
const SEARCH = narrowed(text, { maxLength: MAX_SEARCH_LENGTH })
const PAGED = object(pagedBy())
const ASKED = {
  type: described(text, 'The document type.'),
  company: optional(described(text, 'For this company; by default the session’s, or the one to which the person signs in.')),
  role: optional(described(text, 'For these roles, separated by commas, besides those that the person has.')),
  user: optional(described(text, 'For this person, with their roles and companies.')),
}
const OUTLINED = object({ ...ASKED, replaces: optional(described(text, 'The id of a published overlay that is left out.')) })
const EXPLAINED = object({
  ...ASKED,
  path: optional(described(text, 'A property, or a prefix of properties; all by default.')),
  search: optional(described(SEARCH, 'Words that the path or value must contain.')),
  differs: optional(described(enumOf(['0', '1']), '1: only properties set by a layer above the manifest.')),
})
const SOUGHT = object({ search: optional(described(SEARCH, 'Words that the name, e-mail or id of people must contain; by default the first people by name.')) })

/** Explains where effective values come from, lists what overlays may target, and shows the history of overlays. */
export const overlayInsightRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, engines } = services

  app.get('/admin/explain', {
    config: { costs: 'preview' },
    schema: {
      querystring: EXPLAINED,
      call: {
        id: 'explain', summary: 'Where the effective values of a document type come from (administrators)', tag: TAG,
        answer: json('Each property with its value, the layer and author that set it, and its value at every layer.', ExplainAnswer), errors: [403, 404, 422],
      },
    },
  }, async (request): Promise<ExplainAnswer> => {
    const { path = '', search = '', differs } = queryOf(request)
    const { type, scope } = await askedOf(services, request)
    const found = (await engines.explain(type, path, scope)).filter((one) => (differs !== '1' || isOtherwise(one)) && holds(one, search))
    return { data: found.slice(0, MAX_EXPLAINED), count: found.length, message: '' }
  })

  app.get('/admin/overlays/outline', {
    config: { costs: 'preview' },
    schema: {
      querystring: OUTLINED,
      call: { id: 'overlays-outline', summary: 'The fields of a document type and where they stand, for an overlay to arrange (administrators)', tag: TAG, answer: data('The parts of the manifest.', OverlayOutline), errors: [403, 404, 422] },
    },
  }, async (request): Promise<Answer<OverlayOutline>> => {
    const { type, scope } = await askedOf(services, request)
    const { replaces = '' } = queryOf(request)
    const replaced = /^\d{1,9}$/.test(replaces) ? await findOverlay(database.kysely, Number(replaces)) : undefined
    const outline = await engines.outline(type, scope, replaced && sourceOf(replaced))
    if (outline === undefined) throw new AppError('not-found')
    return { data: outline, message: '' }
  })

  app.get('/admin/overlays/targets', {
    config: { costs: whenSearching },
    schema: { querystring: SOUGHT, call: { id: 'overlays-targets', summary: 'Types and scopes that the caller may publish overlays for (administrators)', tag: TAG, answer: data('Types, companies, roles and people.', OverlayTargets), errors: [403] } },
  }, async (request): Promise<Answer<OverlayTargets>> => {
    const { session } = request
    requireRight(session, 'overlays')
    const { search = '' } = queryOf(request)
    const reach = await reachOf(services, session)
    const { types, roles } = engines.base().catalogue
    const companies = await listCompanies(database.kysely, reach.companies)
    return {
      data: {
        types: Object.values(types).map(({ id, renamedFrom, title, version }) => ({ id, renamedFrom, title: title.one, version })).sort((a, b) => a.title.localeCompare(b.title)),
        companies: companies.map(({ code, display_name: name }) => ({ id: code, name })),
        roles: Object.keys(assignableRoles(roles)).sort(), isForRoles: mayAddressRoles(reach), people: peopleOffered(reach, search.trim()),
      },
      message: '',
    }
  })

  app.get<{ Querystring: TypeOf<typeof PAGED> }>('/admin/overlays/history', {
    schema: { querystring: PAGED, call: { id: 'overlays-history', summary: 'Overlays published and withdrawn (administrators)', tag: TAG, answer: rowsOf('A page of them, newest first, each with the whole overlay.', OverlayEvent), errors: [403] } },
  }, async ({ session, query }): Promise<ListAnswer<OverlayEvent>> => {
    requireRight(session, 'overlays')
    const reach = await reachOf(services, session)
    const seen = scopesInReach(reach)
    const { rows, page } = await numberedPage({ list: 'overlays history', limit: query.limit, cursor: query.cursor }, {
      rows: (before, limit) => listOverlayEvents(database.kysely, seen, { before, limit }), count: () => countOverlayEvents(database.kysely, seen),
    })
    const { catalogue } = engines.base()
    return { data: rows.flatMap((event) => present(catalogue, reach, event)), message: '', page }
  })

  done()
}

/** The document type and the scope that are asked about. @throws AppError if the caller may not ask about them */
async function askedOf(services: Services, request: FastifyRequest): Promise<{ type: string; scope: Scope }> {
  requireRight(request.session, 'overlays')
  const { type = '', company, role, user } = queryOf(request)
  if (!services.engines.base().has(type)) throw new AppError('not-found')
  const asked: Scope = { ...(company !== undefined && { company }), ...(role !== undefined && { roles: role.split(',') }), ...(user !== undefined && { user }) }
  const issues = checkExplained(await reachOf(services, request.session), asked)
  if (issues.length > 0) throw invalidDocument(issues)
  return { type, scope: await wholeScope(services, asked, request.session.company.code) }
}

/** Whether a layer above the manifest sets the property, even if its value was set aside. */
const isOtherwise = ({ history }: Explained): boolean => history.some(({ layer }) => layer !== 'base')

function holds({ path, value }: Explained, search: string): boolean {
  return containsWords(`${path} ${typeof value === 'string' ? value : JSON.stringify(value ?? '')}`, search)
}

/** The full scope to explain: for a person, their own roles in addition to the roles requested. */
async function wholeScope(services: Services, { company, roles = [], user }: Scope, here: string): Promise<Scope> {
  if (user === undefined) return { company: company ?? here, roles }
  const person = await scopeOfPerson(services, user, company)
  return { ...person, roles: [...new Set([...person.roles, ...roles])] }
}

/** An event stores type and scope in one key: `<type> company:MRT`. */
function present(catalogue: Catalogue, reach: Reach, { id, at, kind, actor, actor_name: name, changes }: StoredOverlayEvent): OverlayEvent[] {
  const [[key, change] = ['', null]] = Object.entries(changes ?? {})
  const [type = '', scope = ''] = key.split(/ (.*)/)
  const overlay = isObject(change) ? (change['to'] ?? change['from']) : null
  if (!isObject(overlay)) return []
  return [{
    id, at: at.toISOString(), by: name ?? actor, kind: kind === 'withdrawn' ? 'withdrawn' : 'published',
    type: presentId(catalogue, type), title: titleOfType(catalogue, type), scope, whom: scopeTitle(reach, scope), isOurs: mayChange(reach, scope), overlay,
  }]
}
