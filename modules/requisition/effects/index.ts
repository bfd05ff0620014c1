import type { EffectRegistry } from '../../../src/server/sdk.ts'
import { countOrder, uncountOrder } from './count-order.ts'
import { moveStock, receiveStock } from './move-stock.ts'

/** Effects of the requisition module by the name that manifests use. */
export const effects: EffectRegistry = { 'move-stock': moveStock, 'receive-stock': receiveStock, 'count-order': countOrder, 'uncount-order': uncountOrder }
