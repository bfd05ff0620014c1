/** Parses server-sent events from chunks (the part of the format that our server uses: event, data, comments). */

export interface ServerEvent { event: string; data: string }

/** Returns a function that takes chunks of text and returns the events completed by each. */
export function eventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  return (piece) => {
    // A chunk may end between the two characters of a line end: a lone \r waits for the next chunk.
    const text = (rest + piece).replace(/\r\n/g, '\n')
    const blocks = text.split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(readEvent)
  }
}

function readEvent(block: string): ServerEvent[] {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([a-z]+):? ?(.*)$/.exec(line) ?? []
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
  return data.length === 0 ? [] : [{ event, data: data.join('\n') }]
}
