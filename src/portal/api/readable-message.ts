const MARKER = /\s*\(?correlation[\s_-]?id\b.*$/is

/**
 * A message without what only its system's operators can read: behind an ERP the server may pass on "The period is closed. CorrelationId:
 * 3f2a….", alone or as the `message` within a JSON text. Other messages stay as they are.
 */
export function readableMessage(text: string): string {
  if (!MARKER.test(text)) return text
  const readable = (innerMessage(text) ?? text).replace(MARKER, '').trim()
  return readable === '' ? text : readable
}

/** The innermost `message` of a JSON object in the text; undefined if there is none. */
function innerMessage(text: string): string | undefined {
  const json = /\{.*\}/s.exec(text)?.[0]
  if (json === undefined) return undefined
  try {
    return messageIn(JSON.parse(json))
  } catch {
    return undefined
  }
}

function messageIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { message } = value as { message?: unknown }
  if (typeof message === 'string') return innerMessage(message) ?? message
  return Object.values(value).map(messageIn).find((found) => found !== undefined)
}
