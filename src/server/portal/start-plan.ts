import { callAddress, documentPath, keyedCall, type StartPlan } from '../../contract/index.ts'
import { defaultPage, type Engine, type PagePlace, type ResolvedDocumentType, type ResolvedPage } from '../../core/index.ts'
import { addressesOf, type Bundle } from './bundle.ts'

/** Where a type's list, card and printed forms are if no manifest declares a page for them. */
const UNDECLARED = (['list', 'card', 'document'] as const).map((screen) => defaultPage(screen, ':type')).map(({ path, screen, key }): StartPage => ({ path, screen, ...(key !== undefined && { key }) }))

/** The chunks of screens that lay out their rows in another way on a phone. */
const WIDE: Record<string, string> = { list: 'table' }

/** The chunks that a screen needs once its heading is drawn, and those for types with lines and with files of their own. */
const AFTERWARDS: Record<string, { all: readonly string[]; withLines: readonly string[]; withFiles: readonly string[] }> = { card: { all: ['form', 'stored'], withLines: ['lines'], withFiles: ['files'] } }

/** The screens that show the record of their key, and ask for it by the type's call. */
const OF_A_RECORD = new Set(['card', 'file'])

type StartPage = Pick<ResolvedPage, 'path' | 'screen' | 'type' | 'key' | 'keyField'>

/**
 * What a visitor of the address needs first. Whether they may open the screen is decided later, by the calls for its data.
 * @param address path and query.
 */
export function startPlan(bundle: Bundle, engine: Engine, address: string): StartPlan {
  const { catalogue } = engine
  const [pathname = '', query = ''] = address.split('?')
  const pages: StartPage[] = [...Object.values(catalogue.pages), ...UNDECLARED]
  const page = pages.find(({ path }) => isAt(path, pathname))
  const screen = page?.screen
  const signedIn = addressesOf(bundle, ['shell', ...(screen === undefined ? [] : [screen])])
  const more = (chunks: readonly string[]): string[] => addressesOf(bundle, chunks).filter((one) => !signedIn.includes(one))
  const { all = [], withLines = [], withFiles = [] } = AFTERWARDS[screen ?? ''] ?? {}
  const textAt = (place: PagePlace): string => (place.in === 'query' ? new URLSearchParams(query).get(place.name) : page && paramOf(page.path, pathname, place.name)) ?? ''
  const named = page === undefined ? '' : (page.type ?? textAt({ in: 'path', name: 'type' }))
  const type = Object.hasOwn(catalogue.types, named) ? catalogue.types[named] : undefined
  const hasLines = Object.values(type?.card.sections ?? {}).some(({ kind }) => kind === 'lines')
  const table = WIDE[screen ?? '']
  const record = type === undefined || page === undefined ? undefined : recordOf(type, page, textAt)
  return {
    signedOut: addressesOf(bundle, ['sign-in']), signedIn, wide: table === undefined ? [] : more([table]),
    afterwards: more([...all, ...(hasLines ? withLines : []), ...(type?.attachments === undefined ? [] : withFiles)]), ...(record !== undefined && { record }),
  }
}

/** The address of the call for the record whose key the page's address has; undefined for a new record, and for one that another field names. */
function recordOf(type: Pick<ResolvedDocumentType, 'id' | 'endpoints'>, { screen, key: place, keyField }: StartPage, textAt: (place: PagePlace) => string): string | undefined {
  const key = place === undefined || !OF_A_RECORD.has(screen) || keyField !== undefined ? '' : textAt(place)
  if (key === '' || /^[.]+$/.test(key)) return undefined
  const [endpoint] = type.endpoints['get'] ?? []
  if (endpoint === undefined) return callAddress(documentPath(type.id, key))
  const { path, query } = keyedCall(endpoint, key)
  return callAddress(path, query)
}

function isAt(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  return given.length <= wanted.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== undefined || part.endsWith('?') : part === given[index]))
}

/** The part of the address for which the page has a parameter of the name; undefined if it cannot be decoded. */
function paramOf(pattern: string, pathname: string, name: string): string | undefined {
  const place = pattern.split('/').findIndex((part) => part === `:${name}` || part === `:${name}?`)
  try {
    return place < 0 ? undefined : decodeURIComponent(pathname.split('/')[place] ?? '')
  } catch {
    return undefined
  }
}
