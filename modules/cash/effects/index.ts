import type { EffectRegistry } from '../../../src/server/sdk.ts'
import { warnOfLowFloat } from './warn-of-low-float.ts'

/** Effects of the cash module, by the names that manifests use. */
export const effects: EffectRegistry = { 'warn-of-low-float': warnOfLowFloat }
