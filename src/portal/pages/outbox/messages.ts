import type { OutboxRow } from '../../../contract/index.ts'

/** The messages that contain every word of the search and have the delivery, if one is given. */
export function searchMessages(messages: OutboxRow[], search: string, delivery = ''): OutboxRow[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== '')
  return messages.filter((message) => {
    const all = `${message.subject} ${message.recipient} ${message.text}`.toLowerCase()
    return (delivery === '' || message.delivery === delivery) && words.every((word) => all.includes(word))
  })
}
