import type { Delivery } from '../../../contract/index.ts'
import type { Tone } from '../../../core/index.ts'

/** How a delivery is shown. */
export const DELIVERIES: Record<Delivery, { label: string; tone: Tone; icon?: string }> = {
  sent: { label: 'Sent', tone: 'success' },
  waiting: { label: 'Waiting to be mailed', tone: 'progress' },
  failed: { label: 'Not delivered', tone: 'danger' },
  kept: { label: 'Kept here: no mail server is set', tone: 'neutral', icon: 'inbox' },
  past: { label: 'Not mailed', tone: 'neutral', icon: 'history' },
}
