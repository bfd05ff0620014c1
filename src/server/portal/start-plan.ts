import type { StartPlan } from '../../contract/index.ts'
import type { Engine } from '../../core/index.ts'
import { addressesOf, type Bundle } from './bundle.ts'

/** The address where a type's list and card are if no manifest declares a page for them. */
const UNDECLARED = [{ path: '/records/:type', screen: 'list' }, { path: '/records/:type/card/:key?', screen: 'card' }]

/** The chunks of screens that lay out their rows in another way on a phone. */
const WIDE: Record<string, string> = { list: 'table' }

/** What a visitor of the address needs first. Whether they may open the screen is decided later, by the calls for its data. */
export function startPlan(bundle: Bundle, engine: Engine, pathname: string): StartPlan {
  const pages = [...Object.values(engine.catalogue.pages), ...UNDECLARED]
  const screen = pages.find((page) => isAt(page.path, pathname))?.screen
  const signedIn = addressesOf(bundle, ['shell', ...(screen === undefined ? [] : [screen])])
  const table = WIDE[screen ?? '']
  const wide = table === undefined ? [] : addressesOf(bundle, [table]).filter((address) => !signedIn.includes(address))
  return { signedOut: addressesOf(bundle, ['sign-in']), signedIn, wide }
}

function isAt(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  return given.length <= wanted.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== undefined || part.endsWith('?') : part === given[index]))
}
