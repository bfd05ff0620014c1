/** The global confirmation dialog: any code may ask, one question is shown at a time. */
import { sharedValue } from '../shared-value.ts'
import { trackWork } from './work.ts'

export interface ConfirmAnswer {
  text: string
  /** Whether the box was ticked. */
  isTicked: boolean
  number: number | null
  /** Base64 without the data-URL header, and the file's name. */
  file: { attachment: string; fileName: string } | null
}

export interface ConfirmParams {
  title?: string
  text: string
  /** Which record it is about, below the text; it may have several lines. */
  detail?: string
  /** Asks for a text, which must not be empty. */
  input?: boolean
  /** Asks for a number from 0. */
  numberInput?: boolean
  /** Asks for an image or PDF. */
  fileInput?: boolean
  /** The caption of the input. */
  label?: string
  /** The maximum length of the text. */
  maxLength?: number
  acceptLabel?: string
  rejectLabel?: string
  /** `danger` colours the confirm button. */
  tone?: 'primary' | 'danger'
  /** The caption of a checkbox, which applies whatever the answer is. */
  box?: string
  /** The caption of a third button, between the two. */
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

/** Dismisses the question on screen; it counts as cancelled. */
export function cancelConfirm(): void {
  const question = asked.get()
  asked.set(null)
  question?.onCancel?.()
}

/** Hides the dialog; the dialog itself calls this after yes or no. */
export function closeConfirm(): void {
  asked.set(null)
}

/** Asks and resolves to the answer, or undefined if the user cancelled. */
export function confirmed(params: Question): Promise<ConfirmAnswer | undefined> {
  return new Promise((resolve) => openConfirm({ ...params, onConfirm: resolve, onCancel: () => resolve(undefined) }))
}

let isLeavingAsked = false

/**
 * The same for a dialog that was asked to close. The Escape keystroke that triggered it still reaches every open dialog, and must not
 * dismiss the question, so the question opens in the next task. The keystroke that dismisses the question also reaches the dialog beneath,
 * before or after the question, and must not ask again.
 */
export async function confirmedLeaving(params: Question): Promise<boolean> {
  if (isLeavingAsked) return false
  isLeavingAsked = true
  await nextTask()
  const answer = await confirmed(params)
  void trackWork('question', nextTask).then(() => { isLeavingAsked = false })
  return answer !== undefined
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Asks for one of two choices; undefined if the user cancelled. */
export function chosen(params: Question & { otherLabel: string }): Promise<'accept' | 'other' | undefined> {
  return new Promise((resolve) => openConfirm({ ...params, onConfirm: () => resolve('accept'), onOther: () => resolve('other'), onCancel: () => resolve(undefined) }))
}

/** Asks a recurring question: yes or no, and whether the answer applies from now on. A dismissed question counts as no, once. */
export function decided(params: Question & { box: string }): Promise<{ isYes: boolean; isLasting: boolean }> {
  return new Promise((resolve) => openConfirm({
    ...params, onConfirm: ({ isTicked }) => resolve({ isYes: true, isLasting: isTicked }), onCancel: (answer) => resolve({ isYes: false, isLasting: answer?.isTicked ?? false }),
  }))
}

/** The question on screen, for the dialog. */
export const useAskedConfirm = asked.use
