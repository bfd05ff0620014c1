import type { ClientManifest } from '../../../contract/index.ts'
import type { ResolvedAction } from '../../../core/index.ts'
import type { References } from '../../form/references.ts'
import { fetched } from '../../ui/fetched.tsx'
import { fetchWidgets } from '../../widgets/registry.ts'

const Nothing = () => null

/** Saves lines as their fields are left: one that came after the first field was left would save nothing. */
export const AutosaveState = fetched(() => import('./sections/AutosaveState.tsx').then((module) => module.AutosaveState), Nothing)

/** Fetches what only some cards are drawn with, by what the manifest says. Fails where it cannot be had. */
export async function fetchCardCode({ shape, card }: Pick<ClientManifest, 'shape' | 'card'>, references: References): Promise<void> {
  const savesItself = Object.values(card.sections).some(({ autosave }) => autosave)
  await Promise.all([fetchWidgets(Object.values(shape.fields), references), savesItself ? AutosaveState.fetch() : undefined])
}

/** Fetches what the dialogs of these actions ask with, as far as it can be had: the dialog itself says what is missing. */
export async function fetchInputWidgets(actions: readonly Pick<ResolvedAction, 'input'>[], references: References): Promise<void> {
  await Promise.allSettled(actions.map(({ input }) => fetchWidgets(Object.values(input?.fields ?? {}), references)))
}
