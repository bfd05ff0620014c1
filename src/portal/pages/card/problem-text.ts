import { t } from '../../../core/index.ts'
import type { FieldIssue } from '../../../core/index.ts'

/**
 * The text of an error shown away from its field: names the field, but not twice.
 * @example problemText('Code', { path: 'lines.1.code', rule: 'required', message: 'Required.' … }) // 'Line 2: Code is required'
 */
export function problemText(label: string, { path, rule, message }: FieldIssue): string {
  const [, line, inner] = path.split('.')
  const named = namedMessage(label, { rule, message })
  return inner === undefined ? named : t('Line {number}: {message}', { number: Number(line) + 1, message: named })
}

function namedMessage(label: string, { rule, message }: Pick<FieldIssue, 'rule' | 'message'>): string {
  if (message.toLowerCase().includes(label.toLowerCase())) return message
  return rule === 'required' ? t('{label} is required', { label }) : `${label} – ${message}`
}
