/** Changes under dual control are requested with a reason. */
import type { ClientManifest } from '../../../contract/index.ts'
import { changedControlledFields, serialisedValue, type Doc, type ResolvedField, t } from '../../../core/index.ts'
import type { CardParts } from './card-parts.ts'

const MAX_LENGTH = 250

type Asking = Pick<CardParts, 'data' | 'portal' | 'dialogs'>

/**
 * Asks for a reason if fields under dual control change. Returns an undefined `reason` if none do, and `stay` if the user cancels.
 * @param bringsFiles whether files are stored with the change.
 */
export async function askForReason({ data: { manifest }, portal, dialogs }: Asking, { kind, before, after, bringsFiles = false }: { kind: 'change' | 'create' | 'delete'; before: Doc; after: Doc; bringsFiles?: boolean }): Promise<{ reason: string | undefined } | 'stay'> {
  const fields = changedControlledFields(manifest, before, after)
  if (fields.length === 0) return { reason: undefined }
  const { one } = portal.titleOf(manifest)
  const answer = await dialogs.confirmed({
    title: t('A second person has to approve this'),
    text: {
      change: bringsFiles || changesMore(manifest, fields, before, after)
        ? t('The change to {fields} takes effect once somebody else approves it. Your other changes are saved now.', { fields: fields.map(({ title }) => title).join(', ') })
        : t('The change to {fields} takes effect once somebody else approves it.', { fields: fields.map(({ title }) => title).join(', ') }),
      create: t('The new {title} is created once somebody else approves it.', { title: one.toLowerCase() }),
      delete: t('The {title} is deleted once somebody else approves it.', { title: one.toLowerCase() }),
    }[kind],
    input: true, label: t('Reason'), maxLength: MAX_LENGTH, acceptLabel: t('Send for approval'), rejectLabel: t('Cancel'),
  })
  return answer === undefined ? 'stay' : { reason: answer.text }
}

/** Whether a user-entered field other than these changes too. */
function changesMore({ shape }: ClientManifest, fields: readonly ResolvedField[], before: Doc, after: Doc): boolean {
  const others = Object.values(shape.fields).filter((field) => !fields.includes(field) && !field.readOnly)
  return others.some((field) => serialisedValue(field, before[field.name]) !== serialisedValue(field, after[field.name]))
}
