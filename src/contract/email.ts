/** One rule for what an e-mail address looks like, for forms and server alike: something, an at sign, something with a dot. */
const PATTERN = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/
export const LONGEST_EMAIL = 254

/** Whether the text can be an e-mail address. Line breaks, lists and display names are none. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && PATTERN.test(text)
}
