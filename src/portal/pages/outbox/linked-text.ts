/** Finds web addresses in a text, to render them as links. Pure. */

export interface TextPart { text: string; /** The link's target; a path for the portal's own site. */ href?: string }

/** Characters at the end that belong to the sentence rather than the address. */
const ENDS = /[.,;:!?'"”’)\]}>…]+$/

/** Splits the text into parts, with an `href` for web addresses. Only http and https addresses become links. */
export function linkedParts(text: string, origin: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)) {
    const found = match[0].replace(ENDS, '')
    const href = hrefOf(found, origin)
    if (href === undefined) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: found, href })
    end = match.index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function hrefOf(text: string, origin: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // Credentials before an @ can disguise the real host.
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '') return undefined
  // A path that begins with two slashes would be another site's address.
  return url.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : url.href
}
