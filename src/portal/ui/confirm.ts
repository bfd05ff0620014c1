/** The global confirmation dialog: anything may ask, one question shows at a time. */
import { sharedValue } from '../shared-value.ts'

export interface ConfirmAnswer {
  text: string
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
  onConfirm?: (answer: ConfirmAnswer) => void
  onCancel?: () => void
}

const asked = sharedValue<ConfirmParams | null>(null)

/** Shows the dialog. A question already on screen counts as cancelled. */
export function openConfirm(params: ConfirmParams): void {
  asked.get()?.onCancel?.()
  asked.set(params)
}

/** Hides the dialog; the dialog itself calls this after yes or no. */
export function closeConfirm(): void {
  asked.set(null)
}

/** Asks and waits: the answer, or undefined when the person said no. */
export function confirmed(params: Omit<ConfirmParams, 'onConfirm' | 'onCancel'>): Promise<ConfirmAnswer | undefined> {
  return new Promise((resolve) => openConfirm({ ...params, onConfirm: resolve, onCancel: () => resolve(undefined) }))
}

/** The question on screen, for the dialog. */
export const useAskedConfirm = asked.use
