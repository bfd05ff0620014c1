import type { KnownType } from '../expressions/known-records.ts'
import type { FieldOperand } from './row-predicate.ts'

/** Where a stored record keeps a field; undefined for one that there is not, or that holds several values. */
export function fieldOperand(manifest: Pick<KnownType, 'key' | 'owner' | 'stateField' | 'states' | 'shape'>, name: string): FieldOperand | undefined {
  if (name === manifest.stateField && Object.keys(manifest.states).length > 0) return { name, role: 'state', type: 'string' }
  const field = Object.hasOwn(manifest.shape.fields, name) ? manifest.shape.fields[name] : undefined
  if (field === undefined || field.type === 'array' || field.type === 'object') return undefined
  const type = field.type === 'integer' ? 'number' : field.type
  if (name === manifest.key) return { name, role: 'key', type }
  return { name, role: name === manifest.owner ? 'owner' : 'data', type }
}
