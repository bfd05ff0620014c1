/** Whether a text holds every one of the words that were typed, whatever the case. */
export function holdsWords(text: string, typed: string): boolean {
  const lower = text.toLowerCase()
  return typed.toLowerCase().split(/\s+/).every((word) => lower.includes(word))
}
