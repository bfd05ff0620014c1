/** Whether the portal is on its way to another company: shown over everything until the first screen there stands. */
import { sharedValue } from '../../shared-value.ts'

const target = sharedValue<string | null>(null)

/** Shows that the portal changes to the company of this name; null when it has arrived, or stays. */
export const showSwitching = target.set

/** The company that the portal is changing to. */
export const useSwitching = target.use
