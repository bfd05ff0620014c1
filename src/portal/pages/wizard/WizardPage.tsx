import type { ScreenProps } from '../../sdk.ts'
import { fetched } from '../../ui/fetched.tsx'
import { CardPage } from '../card/CardPage.tsx'

const WizardView = fetched(() => import('./WizardView.tsx').then((module) => module.WizardView))

/** The form of a document of any type in steps: for a new record, or for a stored one that can be changed. */
export function WizardPage({ page }: ScreenProps) {
  return <CardPage page={page} Body={WizardView} />
}
