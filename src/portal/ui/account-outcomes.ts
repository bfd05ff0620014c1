/** The labels of account events, for the sign-in log and the account's history. */
import type { Tone } from '../../core/index.ts'

/** An unknown kind is shown by its name. */
const OUTCOMES: Record<string, { label: string; tone: Tone }> = {
  'signed-in': { label: 'Signed in', tone: 'success' },
  'signed-out': { label: 'Signed out', tone: 'neutral' },
  'sign-in-failed': { label: 'Failed', tone: 'warning' },
  'locked-out': { label: 'Locked out', tone: 'danger' },
  'code-sent': { label: 'Code sent', tone: 'info' },
  'code-failed': { label: 'Wrong code', tone: 'warning' },
  'company-switched': { label: 'Changed company', tone: 'info' },
  'session-ended': { label: 'Session ended', tone: 'neutral' },
  'step-up-asked': { label: 'Asked to confirm', tone: 'info' },
  'step-up-passed': { label: 'Confirmed', tone: 'success' },
  'step-up-failed': { label: 'Not confirmed', tone: 'warning' },
  'authenticator-added': { label: 'Authenticator added', tone: 'info' },
  'sign-in-reset': { label: 'Sign-in reset', tone: 'warning' },
  'authenticator-removed': { label: 'Authenticator removed', tone: 'warning' },
  'recovery-codes-renewed': { label: 'New recovery codes', tone: 'info' },
  'link-sent': { label: 'Link sent', tone: 'info' },
  'link-used': { label: 'Link used', tone: 'info' },
  'password-refused': { label: 'Password refused', tone: 'warning' },
  'password-changed': { label: 'Password changed', tone: 'info' },
  created: { label: 'Account made', tone: 'success' },
  updated: { label: 'Details changed', tone: 'info' },
  deactivated: { label: 'Deactivated', tone: 'danger' },
  restored: { label: 'Restored', tone: 'success' },
  unlocked: { label: 'Unlocked', tone: 'info' },
  reassigned: { label: 'Approvals handed over', tone: 'info' },
  'sessions-ended': { label: 'Sessions ended', tone: 'neutral' },
}

/** The label and tone of an event. */
export function outcomeOf(kind: string): { label: string; tone: Tone } {
  return OUTCOMES[kind] ?? { label: kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' '), tone: 'neutral' }
}

/** The detail as the start of a line; for a link that was handed over, by whom. */
export function detailOf(detail: string | null, givenBy: string | null = null): string {
  const text = [detail, givenBy !== null && `handed out by ${givenBy}`].filter((part) => typeof part === 'string' && part !== '').join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
