/** Reads a sign-in form: text fields only, with all problems reported at once by field. */
import { isEmail, MIN_PASSWORD_LENGTH } from '../../contract/index.ts'
import { shownText, type FieldIssue, t } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'

const MAX_PASSWORD_LENGTH = 1_000

export interface Form {
  /** The trimmed text of a field; empty if it is absent, not a text, or shows nothing. */
  text(name: string): string
  /** The text as typed, because spaces are part of a password. */
  raw(name: string): string
  addError(path: string, rule: string, message: string): void
  /** @throws AppError invalid-document if any problem was reported */
  check(): void
}

/** Wraps a request body of any kind. */
export function readForm(body: unknown): Form {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const issues: FieldIssue[] = []
  const raw = (name: string): string => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    return typeof value === 'string' ? value : ''
  }
  return {
    raw,
    text: (name) => shownText(raw(name)),
    addError: (path, rule, message) => { issues.push({ path, rule, message, severity: 'error' }) },
    check() {
      if (issues.length > 0) throw invalidDocument(issues)
    },
  }
}

/** The e-mail address of the form; reports a problem if it is invalid. */
export function emailOf(form: Form): string {
  const email = form.text('email')
  if (email === '') form.addError('email', 'required', t('Email is Required.'))
  else if (!isEmail(email)) form.addError('email', 'email', t('E-mail must be valid'))
  return email
}

/** A password of the form; reports a problem if its length is invalid. */
export function passwordOf(form: Form, name = 'password'): string {
  const password = form.raw(name)
  if (password === '') form.addError(name, 'required', t('Password is Required.'))
  else if (password.length < MIN_PASSWORD_LENGTH) form.addError(name, 'minLength', `Min ${MIN_PASSWORD_LENGTH} characters`)
  if (password.length > MAX_PASSWORD_LENGTH) form.addError(name, 'maxLength', t('The password is too long.'))
  return password
}
