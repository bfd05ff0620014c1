import type { OutboxRow } from '../../../contract/index.ts'

/** The messages that contain every word of the search. */
export function searchMessages(messages: OutboxRow[], search: string): OutboxRow[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== '')
  return messages.filter(({ subject, recipient, text }) => {
    const all = `${subject} ${recipient} ${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
