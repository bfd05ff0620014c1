/**
 * Whose colours the portal has: those of the company of the session, or of the one on the sign-in page. Kept in this browser, so
 * that the next page is drawn in them from the start and other tabs follow; a visitor who was never here finds them in the page.
 */
import { LOOK_META } from '../../contract/index.ts'
import type { Look } from '../../contract/index.ts'
import { sharedValue } from '../shared-value.ts'

const KEY = 'dirisha.look'

const applied = sharedValue<Look | null>(first())

// Another tab changed company, or saved colours.
window.addEventListener('storage', ({ key }) => {
  const next = key === KEY ? kept() : null
  if (next) applied.set(next)
})

/** The look now; null before anything is known: the portal's own colours. */
export const useLook = applied.use

/** Applies a company’s colours, here and in the other tabs. */
export function applyLook(look: Look): void {
  const text = JSON.stringify(look)
  if (text === JSON.stringify(applied.get())) return
  localStorage.setItem(KEY, text)
  applied.set(look)
}

/** The look that this browser had last; of the same company the page knows better. */
function first(): Look | null {
  const [last, page] = [kept(), ofPage()]
  return last && last.company !== page?.company ? last : page
}

function kept(): Look | null {
  return read(localStorage.getItem(KEY))
}

/** What the server wrote into the page: the look of the company that a stranger is taken to belong to. */
function ofPage(): Look | null {
  return read(document.querySelector(`meta[name="${LOOK_META}"]`)?.getAttribute('content') ?? null)
}

function read(text: string | null): Look | null {
  try {
    const look = JSON.parse(text ?? 'null') as Partial<Look> | null
    return look && typeof look.company === 'string' && typeof look.colours === 'object' && look.colours !== null ? (look as Look) : null
  } catch {
    return null
  }
}
