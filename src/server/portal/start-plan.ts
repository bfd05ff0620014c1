import { callAddress, documentPath, keyedCall, type StartPlan } from '../../contract/index.ts'
import type { Engine, PagePlace, ResolvedDocumentType } from '../../core/index.ts'
import { addressesOf, type Bundle } from './bundle.ts'
import { pageAt, type StartPage } from './page-at.ts'

/** The chunks of screens that lay out their rows in another way on a phone. */
const WIDE: Record<string, string> = { list: 'table' }

/** The chunks that a screen needs once its heading is drawn, and those for types with lines and with files of their own. */
const AFTERWARDS: Record<string, { all: readonly string[]; withLines: readonly string[]; withFiles: readonly string[] }> = { card: { all: ['form', 'stored'], withLines: ['lines'], withFiles: ['files'] } }

/** The screens that show the record of their key, and ask for it by the type's call. */
const OF_A_RECORD = new Set(['card', 'file'])

/**
 * What a visitor of the address needs first. Whether they may open the screen is decided later, by the calls for its data.
 * @param address path and query.
 */
export function startPlan(bundle: Bundle, engine: Engine, address: string): StartPlan {
  const found = pageAt(engine, address)
  const screen = found?.page.screen
  const type = found?.type
  const signedIn = addressesOf(bundle, ['shell', ...(screen === undefined ? [] : [screen])])
  const more = (chunks: readonly string[]): string[] => addressesOf(bundle, chunks).filter((one) => !signedIn.includes(one))
  const { all = [], withLines = [], withFiles = [] } = AFTERWARDS[screen ?? ''] ?? {}
  const hasLines = Object.values(type?.card.sections ?? {}).some(({ kind }) => kind === 'lines')
  const table = WIDE[screen ?? '']
  const record = type === undefined || found === undefined ? undefined : recordOf(type, found.page, found.textAt)
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
