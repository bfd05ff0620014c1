/** Tells the person what the server answered to a command: what was done, and what it warns of. */
import type { Answer } from '../../contract/index.ts'
import type { ResolvedAction } from '../../core/index.ts'
import type { Unreported } from '../api/commands.ts'
import { toast } from './toasts.ts'

type Tone = 'success' | 'info'
interface Reporting { toasts?: Pick<typeof toast, Tone>; tone?: Tone }

/** How the message of an action looks: to take back or reject a document is done, but no success. */
export function toneOfAction({ id, endsApproval }: Pick<ResolvedAction, 'id' | 'endsApproval'>): Tone {
  return endsApproval || id === 'reject' ? 'info' : 'success'
}

/** Shows the message with the number of the record that it is about, unless it has it, and each warning beside it. */
export function reportAnswer(answer: Unreported<unknown>, no = '', { toasts = toast, tone = 'success' }: Reporting = {}): void {
  const { message, warnings } = textsOf(answer)
  if (message !== '') toasts[tone](no === '' || message.includes(no) ? message : `${message.replace(/\.$/, '')} · ${no}`)
  for (const warning of warnings) toasts.info(warning)
}

/** The same as one text, for a page that shows no toasts. */
export function answerText(answer: Unreported<unknown>): string {
  const { message, warnings } = textsOf(answer)
  return [message, ...warnings].filter((text) => text !== '').join(' ')
}

function textsOf(answer: Unreported<unknown>): { message: string; warnings: string[] } {
  const { message, warnings = [] } = answer as Answer<unknown>
  // Several lines may break the same rule.
  return { message, warnings: [...new Set(warnings.map((one) => one.message))] }
}
