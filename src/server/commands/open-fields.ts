import type { CompiledType } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'

/** Whether a save by the action may change the field: a save of some fields leaves the others alone. */
export function isOpen({ manifest }: CompiledType, action: string, field: string | undefined): boolean {
  const fields = manifest.actions[action]?.fields
  return fields === undefined || (field !== undefined && fields.includes(field))
}

/** Throws where the action may not change the files of the record. */
export function requireOpenFiles(type: CompiledType, action: string): void {
  const field = type.manifest.attachments?.field ?? ''
  if (isOpen(type, action, field)) return
  throw invalidDocument([{ path: field, rule: 'readOnly', message: type.message('readOnly', { label: 'Attachments' }), severity: 'error' }])
}
