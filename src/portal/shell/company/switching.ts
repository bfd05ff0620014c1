/** The company being switched to, shown over everything until the first screen there has loaded. */
import { sharedValue } from '../../shared-value.ts'

const target = sharedValue<string | null>(null)

/** Shows that the portal switches to the company of this name; null once it has arrived, or stays. */
export const showSwitching = target.set

/** The company that the portal is switching to. */
export const useSwitching = target.use
