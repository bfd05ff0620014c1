import type { FieldIssue } from '../../../core/index.ts'

/**
 * The text of an error shown away from its field: names the field, but not twice.
 * @example problemText('Code', { path: 'lines.1.code', rule: 'required', message: 'Required.' … }) // 'Line 2: Code is required'
 */
export function problemText(label: string, { path, rule, message }: FieldIssue): string {
  const [, line, inner] = path.split('.')
  const place = inner === undefined ? '' : `Line ${Number(line) + 1}: `
  if (message.toLowerCase().includes(label.toLowerCase())) return place + message
  if (rule === 'required') return `${place}${label} is required`
  return `${place}${label} – ${message}`
}
