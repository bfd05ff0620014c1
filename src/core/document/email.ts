const MAX_LENGTH = 254
/** Something, an at sign, something with a dot. */
const PATTERN = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/

/**
 * Whether the text can be an e-mail address: one rule for forms, server, accounts and mail. Texts with line breaks, lists and display names
 * cannot.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && PATTERN.test(text)
}
