/** Tells the person what the server answered to a command: what was done, and what it warns of. */
import type { Answer } from '../../contract/index.ts'
import type { ResolvedAction } from '../../core/index.ts'
import type { Unreported } from '../api/commands.ts'
import { toast } from './toasts.ts'

type Tone = 'success' | 'info'
interface Reporting { toasts?: Pick<typeof toast, Tone>; tone?: Tone; /** Whose record it is, if that is somebody else’s. */ whose?: string }

/** How the message of an action looks: to take back or reject a document is done, but no success. */
export function toneOfAction({ id, endsApproval }: Pick<ResolvedAction, 'id' | 'endsApproval'>): Tone {
  return endsApproval || id === 'reject' ? 'info' : 'success'
}

/** Shows the message with the number of the record that it is about and whose it is, unless it has them, and each warning beside it. */
export function reportAnswer(answer: Unreported<unknown>, no = '', { toasts = toast, tone = 'success', whose = '' }: Reporting = {}): void {
  const { message, warnings } = textsOf(answer)
  if (message !== '') toasts[tone](saidOf(message, no, whose))
  for (const warning of warnings) toasts.info(warning)
}

/** The message with what it is about, such as the number of the record, as far as it does not have it. */
export function saidOf(message: string, ...about: string[]): string {
  const missing = about.filter((part) => part !== '' && !message.includes(part))
  return missing.length === 0 ? message : [message.replace(/\.$/, ''), ...missing].join(' · ')
}

/** What was answered as one text, for a page that shows no toasts. */
export function answerText(answer: Unreported<unknown>): string {
  const { message, warnings } = textsOf(answer)
  return [message, ...warnings].filter((text) => text !== '').join(' ')
}

function textsOf(answer: Unreported<unknown>): { message: string; warnings: string[] } {
  const { message, warnings = [] } = answer as Answer<unknown>
  // Several lines may break the same rule.
  return { message, warnings: [...new Set(warnings.map((one) => one.message))] }
}
