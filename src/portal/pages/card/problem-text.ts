import { t } from '../../../core/index.ts'
import type { FieldIssue } from '../../../core/index.ts'

/** What types say below a field that is empty, without naming it. */
const BARE = /^(this )?(field )?(is )?required[.!]?$/i

/**
 * The text of an error shown away from its field, in a list with others: names the field, but not twice, and ends like the others, whatever
 * the type writes below the field.
 * @example problemText('Code', { path: 'lines.1.code', rule: 'required', message: 'Required.' … }) // 'Line 2: Code is required'
 */
export function problemText(label: string, { path, rule, message }: FieldIssue): string {
  const [, line, inner] = path.split('.')
  const named = namedMessage(label, { rule, message })
  return inner === undefined ? named : t('Line {number}: {message}', { number: Number(line) + 1, message: named })
}

function namedMessage(label: string, { rule, message }: Pick<FieldIssue, 'rule' | 'message'>): string {
  if (message.toLowerCase().includes(label.toLowerCase())) return withoutEnd(message)
  return rule === 'required' || BARE.test(message) ? t('{label} is required', { label }) : `${label} – ${withoutEnd(message)}`
}

/** A single sentence without its full stop or exclamation mark; several stay as they are. */
const withoutEnd = (message: string): string => message.replace(/^([^.!?]*)[.!]$/, '$1')
