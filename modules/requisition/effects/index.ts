import type { EffectRegistry } from '../../../src/server/sdk.ts'
import { countOrder, uncountOrder } from './count-order.ts'
import { moveStock } from './move-stock.ts'

/** Effects of the requisition module, by the names that manifests use. */
export const effects: EffectRegistry = { 'move-stock': moveStock, 'count-order': countOrder, 'uncount-order': uncountOrder }
