/** The global confirmation dialog: anything may ask, one question shows at a time. */
import { sharedValue } from '../shared-value.ts'

export interface ConfirmAnswer {
  text: string
  /** Whether the box was ticked. */
  isTicked: boolean
  number: number | null
  /** Base64 without its header, and the file's name. */
  file: { attachment: string; fileName: string } | null
}

export interface ConfirmParams {
  title?: string
  text: string
  /** Ask for a text; it must not be empty. */
  input?: boolean
  /** Ask for a number from 0. */
  numberInput?: boolean
  /** Ask for an image or PDF. */
  fileInput?: boolean
  /** Caption of the input. */
  label?: string
  /** Most characters of the text. */
  maxLength?: number
  acceptLabel?: string
  rejectLabel?: string
  /** `danger` colours the accepting button. */
  tone?: 'primary' | 'danger'
  /** A box to tick, whatever the answer is. */
  box?: string
  /** Caption of a third button, between the two. */
  otherLabel?: string
  onConfirm?: (answer: ConfirmAnswer) => void
  onOther?: () => void
  onCancel?: (answer?: Pick<ConfirmAnswer, 'isTicked'>) => void
}

type Question = Omit<ConfirmParams, 'onConfirm' | 'onOther' | 'onCancel'>

const asked = sharedValue<ConfirmParams | null>(null)

/** Shows the dialog. A question already on screen counts as cancelled. */
export function openConfirm(params: ConfirmParams): void {
  asked.get()?.onCancel?.()
  asked.set(params)
}

/** Puts away the question on screen, unanswered: it counts as cancelled. */
export function cancelConfirm(): void {
  const question = asked.get()
  asked.set(null)
  question?.onCancel?.()
}

/** Hides the dialog; the dialog itself calls this after yes or no. */
export function closeConfirm(): void {
  asked.set(null)
}

/** Asks and waits: the answer, or undefined when the person said no. */
export function confirmed(params: Question): Promise<ConfirmAnswer | undefined> {
  return new Promise((resolve) => openConfirm({ ...params, onConfirm: resolve, onCancel: () => resolve(undefined) }))
}

let isLeavingAsked = false

/**
 * The same for a dialog that was asked to close. The key that asks is still on its way to every open dialog, and must not put the
 * question away: it comes a moment later. The key that puts it away is heard by the dialog beneath, too, before or after the question
 * hears it, and asks nothing again.
 */
export async function confirmedLeaving(params: Question): Promise<boolean> {
  if (isLeavingAsked) return false
  isLeavingAsked = true
  await nextTask()
  const answer = await confirmed(params)
  void nextTask().then(() => { isLeavingAsked = false })
  return answer !== undefined
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Asks between two ways and staying: undefined is staying. */
export function chosen(params: Question & { otherLabel: string }): Promise<'accept' | 'other' | undefined> {
  return new Promise((resolve) => openConfirm({ ...params, onConfirm: () => resolve('accept'), onOther: () => resolve('other'), onCancel: () => resolve(undefined) }))
}

/** Asks a question that comes again: yes or no, and whether that holds from now on. A question that was put away is a no for once. */
export function decided(params: Question & { box: string }): Promise<{ isYes: boolean; isLasting: boolean }> {
  return new Promise((resolve) => openConfirm({
    ...params, onConfirm: ({ isTicked }) => resolve({ isYes: true, isLasting: isTicked }), onCancel: (answer) => resolve({ isYes: false, isLasting: answer?.isTicked ?? false }),
  }))
}

/** The question on screen, for the dialog. */
export const useAskedConfirm = asked.use
