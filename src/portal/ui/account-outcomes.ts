/** The labels of account events, for the sign-in log and the account's history. */
import { t } from '../../core/index.ts'
import type { Tone } from '../../core/index.ts'

/** An unknown kind is shown by its name. */
const OUTCOMES: Record<string, { label: string; tone: Tone }> = {
  'signed-in': { label: t('Signed in'), tone: 'success' },
  'signed-out': { label: t('Signed out'), tone: 'neutral' },
  'sign-in-failed': { label: t('Failed'), tone: 'warning' },
  'locked-out': { label: t('Locked out'), tone: 'danger' },
  'code-sent': { label: t('Code sent'), tone: 'info' },
  'code-failed': { label: t('Wrong code'), tone: 'warning' },
  'company-switched': { label: t('Changed company'), tone: 'info' },
  'session-ended': { label: t('Session ended'), tone: 'neutral' },
  'step-up-asked': { label: t('Asked to confirm'), tone: 'info' },
  'step-up-passed': { label: t('Confirmed'), tone: 'success' },
  'step-up-failed': { label: t('Not confirmed'), tone: 'warning' },
  'authenticator-added': { label: t('Authenticator added'), tone: 'info' },
  'sign-in-reset': { label: t('Sign-in reset'), tone: 'warning' },
  'authenticator-removed': { label: t('Authenticator removed'), tone: 'warning' },
  'recovery-codes-renewed': { label: t('New recovery codes'), tone: 'info' },
  'feed-made': { label: t('Calendar address made'), tone: 'info' },
  'feed-revoked': { label: t('Calendar address revoked'), tone: 'info' },
  'link-sent': { label: t('Link sent'), tone: 'info' },
  'link-used': { label: t('Link used'), tone: 'info' },
  'password-refused': { label: t('Password refused'), tone: 'warning' },
  'password-changed': { label: t('Password changed'), tone: 'info' },
  created: { label: t('Account made'), tone: 'success' },
  updated: { label: t('Details changed'), tone: 'info' },
  deactivated: { label: t('Deactivated'), tone: 'danger' },
  restored: { label: t('Restored'), tone: 'success' },
  unlocked: { label: t('Unlocked'), tone: 'info' },
  reassigned: { label: t('Approvals handed over'), tone: 'info' },
  'sessions-ended': { label: t('Sessions ended'), tone: 'neutral' },
}

/** The label and tone of an event. */
export function outcomeOf(kind: string): { label: string; tone: Tone } {
  return OUTCOMES[kind] ?? { label: kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' '), tone: 'neutral' }
}

/** The detail as the start of a line; for a link that was handed over, by whom. */
export function detailOf(detail: string | null, givenBy: string | null = null): string {
  const text = [detail, givenBy !== null && t('handed out by {name}', { name: givenBy })].filter((part) => typeof part === 'string' && part !== '').join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
