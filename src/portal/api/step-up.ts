/** A call was refused until the person shows once more who they are: asks them, once for however many calls. */
import { sharedValue } from '../shared-value.ts'

/** Answers the question: whether they have. */
type Asked = (hasShown: boolean) => void

const asked = sharedValue<Asked | null>(null)
let underWay: Promise<boolean> | undefined

/** Whether the person has shown who they are; false when they put the question away. */
export function showWhoTheyAre(): Promise<boolean> {
  underWay ??= new Promise<boolean>((resolve) => {
    asked.set((hasShown) => {
      asked.set(null)
      underWay = undefined
      resolve(hasShown)
    })
  })
  return underWay
}

/** The question on screen, for the dialog. */
export const useStepUp = asked.use
