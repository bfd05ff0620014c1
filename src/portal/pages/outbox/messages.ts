import { DELIVERIES, type Delivery } from '../../../contract/index.ts'
import type { Json, JsonObject } from '../../../core/index.ts'

export interface Message { id: string; subject: string; recipient: string; text: string; at: string; delivery: Delivery | undefined; /** Why it could not be mailed. */ lastError: string }

/** Messages as they travel, each with what the page shows. */
export function readMessages(rows: JsonObject[]): Message[] {
  return rows.map((row, index) => ({
    id: textOf(row.id) || String(index),
    subject: textOf(row.subject),
    recipient: textOf(row.recipient),
    text: textOf(row.text),
    at: textOf(row.createdAt),
    delivery: DELIVERIES.find((one) => one === row.delivery),
    lastError: textOf(row.lastError),
  }))
}

/** Those that hold every word of the search. */
export function searchMessages(messages: Message[], search: string): Message[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== '')
  return messages.filter(({ subject, recipient, text }) => {
    const all = `${subject} ${recipient} ${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
