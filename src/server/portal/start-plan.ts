import type { StartPlan } from '../../contract/index.ts'
import { defaultPage, type Engine, type ResolvedPage } from '../../core/index.ts'
import { addressesOf, type Bundle } from './bundle.ts'

/** Where a type's list, card and printed forms are if no manifest declares a page for them. */
const UNDECLARED = (['list', 'card', 'document'] as const).map((screen) => defaultPage(screen, ':type')).map(({ path, screen }) => ({ path, screen }))

/** The chunks of screens that lay out their rows in another way on a phone. */
const WIDE: Record<string, string> = { list: 'table' }

/** The chunks that a screen needs once its heading is drawn, and those for types with lines and with files of their own. */
const AFTERWARDS: Record<string, { all: readonly string[]; withLines: readonly string[]; withFiles: readonly string[] }> = { card: { all: ['form', 'stored'], withLines: ['lines'], withFiles: ['files'] } }

/** What a visitor of the address needs first. Whether they may open the screen is decided later, by the calls for its data. */
export function startPlan(bundle: Bundle, engine: Engine, pathname: string): StartPlan {
  const { catalogue } = engine
  const pages = [...Object.values(catalogue.pages), ...UNDECLARED]
  const page: Pick<ResolvedPage, 'screen' | 'type'> | undefined = pages.find(({ path }) => isAt(path, pathname))
  const screen = page?.screen
  const signedIn = addressesOf(bundle, ['shell', ...(screen === undefined ? [] : [screen])])
  const more = (chunks: readonly string[]): string[] => addressesOf(bundle, chunks).filter((address) => !signedIn.includes(address))
  const { all = [], withLines = [], withFiles = [] } = AFTERWARDS[screen ?? ''] ?? {}
  const type = catalogue.types[page?.type ?? '']
  const hasLines = Object.values(type?.card.sections ?? {}).some(({ kind }) => kind === 'lines')
  const table = WIDE[screen ?? '']
  return { signedOut: addressesOf(bundle, ['sign-in']), signedIn, wide: table === undefined ? [] : more([table]), afterwards: more([...all, ...(hasLines ? withLines : []), ...(type?.attachments === undefined ? [] : withFiles)]) }
}

function isAt(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  return given.length <= wanted.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== undefined || part.endsWith('?') : part === given[index]))
}
