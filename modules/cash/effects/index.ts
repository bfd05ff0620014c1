import type { EffectRegistry } from '../../../src/server/sdk.ts'
import { warnOfLowFloat } from './warn-of-low-float.ts'

/** Effects of the cash module by the name that manifests use. */
export const effects: EffectRegistry = { 'warn-of-low-float': warnOfLowFloat }
