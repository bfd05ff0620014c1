import type { ClientManifest } from '../../../contract/index.ts'
import type { ResolvedAction } from '../../../core/index.ts'
import type { References } from '../../form/references.ts'
import { fetched } from '../../ui/fetched.tsx'
import { fetchWidgets } from '../../widgets/registry.ts'

const Nothing = () => null

/** Saves lines when a field loses focus. Loaded before the card is shown: if it arrived later, the first field would not be saved. */
export const AutosaveState = fetched(() => import('./sections/AutosaveState.tsx').then((module) => module.AutosaveState), Nothing)

/** Files of the record; loaded before a card that may have some. */
export const AttachmentsSection = fetched(() => import('./sections/AttachmentsSection.tsx').then((module) => module.AttachmentsSection), Nothing)

/** The lines of a document; loaded before a card that has some. */
export const LineTable = fetched(() => import('../../form/line-table/LineTable.tsx').then((module) => module.LineTable), Nothing)

const loadStored = () => import('./sections/stored.ts')
/** The summary of a stored document. */
export const CardSummary = fetched(() => loadStored().then((module) => module.CardSummary), Nothing)
/** The fields of a section for reading. */
export const ReadFields = fetched(() => loadStored().then((module) => module.ReadFields), Nothing)
/** Notices on a stored record. */
export const StoredNotices = fetched(() => loadStored().then((module) => module.StoredNotices), Nothing)

/** Loads the code that only some cards need, according to the manifest and whether the record is stored. Rejects if it cannot be loaded. */
export async function fetchCardCode({ shape, card, attachments }: Pick<ClientManifest, 'shape' | 'card' | 'attachments'>, references: References, isStored: boolean): Promise<void> {
  const sections = Object.values(card.sections)
  const isRead = isStored || sections.some(({ readOnly }) => readOnly === true)
  await Promise.all([
    fetchWidgets(Object.values(shape.fields), references),
    ...(sections.some(({ kind }) => kind === 'lines') ? [LineTable.fetch()] : []),
    ...(sections.some(({ autosave }) => autosave) ? [AutosaveState.fetch()] : []),
    ...(attachments === undefined ? [] : [AttachmentsSection.fetch()]),
    ...(isRead ? [ReadFields.fetch()] : []),
    ...(isStored ? [CardSummary.fetch(), StoredNotices.fetch()] : []),
  ])
}

/** Loads the widgets for the dialogs of these actions. Never rejects: the dialog itself reports what is missing. */
export async function fetchInputWidgets(actions: readonly Pick<ResolvedAction, 'input'>[], references: References): Promise<void> {
  await Promise.allSettled(actions.map(({ input }) => fetchWidgets(Object.values(input?.fields ?? {}), references)))
}
