import { t } from '../../../core/index.ts'
import type { Card } from './use-card.ts'

/** The current label of the field at a path: the one that a rule set, otherwise its title. */
export function labelOf({ manifest, model }: Pick<Card, 'manifest' | 'model'>, path: string): string {
  const [name = '', , inner] = path.split('.')
  const field = manifest.shape.fields[name]
  if (name === manifest.attachments?.field) return t('Attachment')
  if (inner === undefined) return field ? (model.field(name).label ?? field.title) : name
  const definition = field?.line?.fields[inner]
  return definition ? (model.field(path).label ?? definition.title) : inner
}
