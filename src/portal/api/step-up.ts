/** Step-up: a call was refused until the user confirms their identity. The user is asked once, however many calls wait. */
import { sharedValue } from '../shared-value.ts'

/** Resolves the question with whether the user confirmed. */
type Asked = (hasShown: boolean) => void

const asked = sharedValue<Asked | null>(null)
let underWay: Promise<boolean> | undefined

/** Resolves to whether the user confirmed their identity; false if they dismissed the dialog. */
export function confirmIdentity(): Promise<boolean> {
  underWay ??= new Promise<boolean>((resolve) => {
    const mine: Asked = (hasShown) => {
      // Already resolved; another question may be on screen by now.
      if (asked.get() !== mine) return
      asked.set(null)
      underWay = undefined
      resolve(hasShown)
    }
    asked.set(mine)
  })
  return underWay
}

/** The pending question, for the dialog. */
export const useStepUp = asked.use
