import { t } from '../../../core/index.ts'
import type { Delivery } from '../../../contract/index.ts'
import type { Tone } from '../../../core/index.ts'

/** How a delivery is shown. */
export const DELIVERIES: Record<Delivery, { label: string; tone: Tone; icon?: string }> = {
  sent: { label: t('Sent'), tone: 'success' },
  waiting: { label: t('Waiting to be mailed'), tone: 'progress' },
  failed: { label: t('Not delivered'), tone: 'danger' },
  kept: { label: t('Kept here: no mail server is set'), tone: 'neutral', icon: 'inbox' },
  past: { label: t('Not mailed'), tone: 'neutral', icon: 'history' },
}
