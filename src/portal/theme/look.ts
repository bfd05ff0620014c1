/**
 * The company whose colours the portal uses: that of the session, or the one on the sign-in page. Stored in this browser, so that the next
 * page starts with them and other tabs follow; for a first-time visitor the server puts them into the page.
 */
import { LOOK_META } from '../../contract/index.ts'
import type { CompanyLook } from '../../contract/index.ts'
import { sharedValue } from '../shared-value.ts'

const KEY = 'dirisha.look'

const applied = sharedValue<CompanyLook | null>(first())

// Another tab switched company or saved colours.
window.addEventListener('storage', ({ key }) => {
  const next = key === KEY ? kept() : null
  if (next) applied.set(next)
})

/** The current look; null (the portal's own colours) until it is known. */
export const useLook = applied.use

/** Applies a company’s colours, here and in the other tabs. */
export function applyLook(look: CompanyLook): void {
  const text = JSON.stringify(look)
  if (text === JSON.stringify(applied.get())) return
  localStorage.setItem(KEY, text)
  applied.set(look)
}

/** The last look in this browser; for the same company, the page's is more recent. */
function first(): CompanyLook | null {
  const [last, page] = [kept(), ofPage()]
  return last && last.company !== page?.company ? last : page
}

function kept(): CompanyLook | null {
  return read(localStorage.getItem(KEY))
}

/** The look that the server put into the page: that of the company to which an unknown visitor is assigned. */
function ofPage(): CompanyLook | null {
  return read(document.querySelector(`meta[name="${LOOK_META}"]`)?.getAttribute('content') ?? null)
}

function read(text: string | null): CompanyLook | null {
  try {
    const look = JSON.parse(text ?? 'null') as Partial<CompanyLook> | null
    return look && typeof look.company === 'string' && typeof look.colours === 'object' && look.colours !== null ? (look as CompanyLook) : null
  } catch {
    return null
  }
}
