import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { fill } from './fill.ts'
import { withReadableHeader } from './readable-values.ts'
import { isObject } from './json.ts'
import type { Json } from './json.ts'
import { t, text, texts } from '../texts.ts'

/** Messages of portal and server for which the manifest declares none. `{name}` is replaced by the given value. */
export const DEFAULT_MESSAGES = texts({
  required: 'Required.',
  type: '{label} must be {expected}.',
  enum: '{label} must be one of {expected}.',
  minLength: '{label} must have at least {limit} characters.',
  maxLength: '{label} can have at most {limit} characters.',
  pattern: '{label} is not in the expected form.',
  format: '{label} must be {expected}.',
  minimum: 'Cannot be less than {limit}',
  exclusiveMinimum: 'Must be greater than {limit}',
  maximum: 'Cannot be more than {limit}',
  minItems: 'Add at least {limit}.',
  maxItems: 'There can be at most {limit}.',
  decimals: '{label} can have at most two decimals.',
  unique: 'Another record already has this {label}.',
  ref: 'There is no such {label}.',
  notAsked: '{label} is not asked for here.',
  refOption: 'This {label} cannot be chosen here.',
  readOnly: '{label} cannot be changed.',
  unknownField: 'There is no field “{name}”.',
  unknownFieldNear: 'There is no field “{name}”; did you mean “{suggestion}”?',
  alias: '{label} was sent under several names with different values.',
  unknownLine: 'This line is no longer there. Reload.',
  repeatedLine: 'This line was sent twice.',
  part: '{part} ({label}): {reason}',
  unknownPart: '{label} has no part “{name}”. Its parts are {known}.',
  unstorable: '{label} contains characters that cannot be stored.',
  oneLine: '{label} must be one line of text.',
  invisible: '{label} contains invisible characters. Type it instead of pasting it.',
  created: '{title} {no} created.',
  updated: '{title} {no} saved.',
  deleted: '{title} {no} deleted.',
  approve: 'Document approved successfully',
  reject: 'Document rejected successfully',
  delegate: 'Document delegated successfully',
  return: 'Document returned to the sender',
  invalid: 'Please correct the marked fields.',
  stale: 'This record was changed by someone else. Reload.',
  notFound: 'There is no such record, or you do not have access to it.',
  exists: '{title} {no} already exists.',
  'refused.state': '“{label}” is not possible while the record is {state}.',
  'refused.who': 'You are not allowed to do this: “{label}”.',
  'refused.when': '“{label}” is not possible now.',
  reasonRequired: 'Reason is required',
  reasonLength: 'Reason can have at most {limit} characters.',
  'attachments.size': 'File size should be less than {limit} MB!',
  'attachments.sizes': 'Each file size should be less than {limit} MB!',
  'attachments.required': 'Attachment is required!',
  'attachments.type': '{fileName} cannot be attached here. Accepted: {expected}.',
  'attachments.disguised': '{fileName} is not what its name says: its content is {kind}.',
  'attachments.gone': 'A file of this document is no longer there. Reload.',
  'attachments.count': 'There can be at most {limit} files.',
  'attachments.atOnce': 'At most {limit} files can be saved at once. Save these first, then add the others.',
  'attachments.delete': 'Attachment successfully deleted',
  'attachments.empty': '{fileName} is empty.',
  'attachments.infected': '{fileName} contains malware and was rejected.',
  'attachments.unreadable': '{fileName} is damaged, or its content is not {kind}. Open it, save it again and attach it again.',
  'attachments.content': '{fileName} was not uploaded completely. Attach it again.',
} as const)

/** The parts of a manifest that its messages are made from: all that a dialog needs to word them as the server does. */
export type Wording = Pick<ResolvedDocumentType, 'key' | 'title' | 'shape' | 'states' | 'stateField' | 'messages' | 'actions'>

/**
 * A message for people, with its placeholders filled.
 * @param key a key of the manifest's messages or of the built-in ones, an action's id, or the text itself.
 * @param values by placeholder; amounts as numbers; dates, date-times, choices and the state as stored. `no` is the record's key and `title` the type's name
 *   unless given.
 * @param timeZone in which date-times are shown; UTC if omitted.
 */
export function message(manifest: Wording, key: string, values: Record<string, Json>, timeZone?: string): string {
  const reason = key === 'part' ? partReason(manifest, values) : {}
  return fill(t(template(manifest, key)), { ...reason, no: values[manifest.key] ?? '', title: t(manifest.title.one), ...translatedLabel(withReadableHeader(manifest, values, timeZone)) })
}

/** A text that a manifest gives a rule or check of its own, for people, with its placeholders filled by values as they read them. */
export function ownMessage(source: string, values: Record<string, Json>): string {
  return fill(t(source), translatedLabel(values))
}

/** What is wrong with a part of an object: a failure of its own inside that of its field (value-failure.ts). */
function partReason(manifest: Wording, { rule, values }: Record<string, Json>): Record<string, Json> {
  return typeof rule === 'string' && isObject(values) ? { reason: message(manifest, rule, { label: text('The value'), ...values }) } : {}
}

/** The label of a value is a caption of the manifest. */
function translatedLabel(values: Record<string, Json>): Record<string, Json> {
  return typeof values['label'] === 'string' ? { ...values, label: t(values['label']) } : values
}

function template(manifest: Wording, key: string): string {
  if (Object.hasOwn(manifest.messages, key)) return manifest.messages[key]!
  if (Object.hasOwn(DEFAULT_MESSAGES, key)) return DEFAULT_MESSAGES[key as keyof typeof DEFAULT_MESSAGES]
  const action = Object.hasOwn(manifest.actions, key) ? manifest.actions[key] : undefined
  return action === undefined ? key : `{title} {no}: ${t(action.label.text)}`
}
