/** Addresses within a text, so that they can be followed. Pure. */

export interface TextPart { text: string; /** Where it leads; a path on the portal's own site. */ href?: string }

/** What may end a sentence rather than an address. */
const ENDS = /[.,;:!?'"”’)\]}>…]+$/

/** The text in parts, those that are web addresses with where they lead. Only http and https are: nothing else is ever followed. */
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
  // What stands before an @ only pretends to be the address.
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '') return undefined
  // A path that begins with two slashes would be another site's address.
  return url.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : url.href
}
