/** Reads bodies of JSON, and refuses before anything is made of it what has more parts, or nests deeper, than any document. */
import plugin from 'fastify-plugin'
import { AppError } from '../errors.ts'

/** Documents hold lines, and lines hold small objects; what nests deeper is no document but an attempt on the stack. */
export const DEEPEST = 16
/** Values and names: 500 lines of forty fields are two thirds of it. */
const MOST_PARTS = 30_000

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const OPENS = new Set([91, 123])
const CLOSES = new Set([93, 125])

/** In the place of Fastify's own reader, which does what is left. */
export const boundedJsonPlugin = plugin(
  (app, _options, done) => {
    const parse = app.getDefaultJsonParser('error', 'error')
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, ready) => {
      const reason = whyUnbounded(body)
      if (reason !== undefined) ready(new AppError('invalid-request', { reason }))
      else void parse(request, body, ready)
    })
    done()
  },
  { name: 'bounded-json', dependencies: ['errors'], fastify: '5.x' },
)

/** Why the text is not to be parsed; undefined where it may be. In one pass over what is outside of its texts, which are passed over whole. */
export function whyUnbounded(text: string): string | undefined {
  let depth = 0
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (sign === COMMA) parts += 1
    else if (OPENS.has(sign)) {
      depth += 1
      parts += 1
    } else if (CLOSES.has(sign)) depth -= 1
    if (depth > DEEPEST) return `the body is nested deeper than ${DEEPEST} levels.`
    if (parts > MOST_PARTS) return `the body has more than ${MOST_PARTS.toLocaleString('en')} parts.`
  }
  return undefined
}

/** Where the text that begins there ends; the end of all where it does not. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}
