/** What is wrong with what was typed, before the server is asked; undefined when nothing is. */

export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Email is Required.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'E-mail must be valid'
}

export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'Password is Required.'
  return password.length < 8 ? 'Min 8 characters' : undefined
}
