/** A call was refused until the person shows once more who they are: asks them, once for however many calls. */
import { sharedValue } from '../shared-value.ts'

/** Answers the question: whether they have. */
type Asked = (hasShown: boolean) => void

const asked = sharedValue<Asked | null>(null)
let underWay: Promise<boolean> | undefined

/** Whether the person has shown who they are; false when they put the question away. */
export function showWhoTheyAre(): Promise<boolean> {
  underWay ??= new Promise<boolean>((resolve) => {
    const mine: Asked = (hasShown) => {
      // Answered already; another question may be on screen by now.
      if (asked.get() !== mine) return
      asked.set(null)
      underWay = undefined
      resolve(hasShown)
    }
    asked.set(mine)
  })
  return underWay
}

/** The question on screen, for the dialog. */
export const useStepUp = asked.use
