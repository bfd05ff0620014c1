import { checkActions } from './check-actions.ts'
import { checkBalances } from './check-balances.ts'
import { checkCheckedLists } from './check-checked-lists.ts'
import { checkChosenOwner } from './check-chosen-owner.ts'
import { checkDualControl } from './check-dual-control.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { checkingExpressions } from './check-expressions.ts'
import { checkFields } from './check-fields.ts'
import { checkIds, checkSeries } from './check-ids.ts'
import { checkJob } from './check-job.ts'
import { checkRecomputed } from './check-recomputed.ts'
import { checkRows } from './check-rows.ts'
import { checkFilters } from './check-filters.ts'
import { checkScreens } from './check-screens.ts'
import { checkShorthand } from './check-shorthand.ts'
import { checkStates } from './check-states.ts'
import { checkWireStates } from './check-wire-states.ts'
import type { Pieces } from '../../pieces.ts'
import type { CheckContext } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'

/** Runs every pass that needs the resolved catalogue, over some of its types (all of them when loading). */
export function* checkingTypes(context: CheckContext, written: readonly ExpandedType[]): Pieces<void> {
  for (const type of written) checkShorthand(context, type)
  const types = written.map((type) => context.resolver.unfolded(type))
  for (const expanded of types) {
    const type = context.catalogue.types[expanded.id]
    if (type === undefined) continue
    for (const pass of [checkIds, checkSeries, checkFields, checkScreens, checkFilters, checkActions, checkStates, checkWireStates, checkRows, checkDualControl, checkChosenOwner, checkRecomputed, checkCheckedLists, checkBalances, checkJob]) {
      pass(context, expanded, type)
      yield
    }
  }
  checkEndpoints(context, types)
  yield
  yield* checkingExpressions(context, types)
}
