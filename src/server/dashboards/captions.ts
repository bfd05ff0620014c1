/** Display texts for field values. */
import type { ChartCategory } from '../../contract/index.ts'
import { recordDoc, stateOfWire, type Engine, type Json, type ResolvedDocumentType, type ResolvedField, enumTitle, t } from '../../core/index.ts'
import { verbsOf } from '../portal/verbs-of.ts'
import type { Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'

/** Returns the display text of a stored field value; labels of referenced records are already loaded. */
export type Captions = (manifest: ResolvedDocumentType, field: ResolvedField, value: Json | undefined) => string

/** Loads the labels of the records that the values reference, limited to types the current user may see. */
export async function loadCaptions(db: Db, engine: Engine, session: Session, values: { field: ResolvedField; value: Json | undefined }[]): Promise<Captions> {
  const refs = values.flatMap(({ field, value }) => {
    const to = field.ref === undefined ? undefined : engine.catalogue.types[field.ref.to]
    return to === undefined || typeof value !== 'string' || value === '' || verbsOf(to, session.actor).length === 0 ? [] : [{ type: to.id, key: value }]
  })
  const records = await loadRecords(db, session.company.code, refs)
  return (manifest, field, value) => {
    if (value === undefined || value === null || value === '') return ''
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (field.ref !== undefined) {
      const record = records.get(refKey(field.ref.to, text))
      const target = engine.catalogue.types[field.ref.to]
      const label = record && target ? recordDoc(target, record)[field.ref.label] : undefined
      return typeof label === 'string' && label !== '' ? label : text
    }
    if (field.name === manifest.stateField) return t(stateOfWire(manifest, text)?.label ?? text)
    if (field.type === 'boolean') return value === true || text === 'true' ? t('Yes') : t('No')
    return field.enum === undefined ? text : enumTitle(field, text)
  }
}

/** A field value as a chart category. */
export function categoryOf(manifest: ResolvedDocumentType, field: ResolvedField, value: string | null, captions: Captions): ChartCategory {
  if (value === null || value === '') return { id: '', label: t('No {title}', { title: t(field.title).toLowerCase() }), tone: null }
  const tone = field.name === manifest.stateField ? (stateOfWire(manifest, value)?.tone ?? null) : null
  return { id: value, label: captions(manifest, field, value), tone }
}
