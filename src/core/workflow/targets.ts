/** Where actions and approvals lead: to a state, or to one chosen by condition. */
import type { ResolvedAction, Target, TargetChoice } from '../manifest/resolve/resolved.ts'

/** Where an action leads from a state; undefined if the document stays. */
export function targetOf({ to, toFrom }: Pick<ResolvedAction, 'to' | 'toFrom'>, from: string): Target | undefined {
  return toFrom?.[from] ?? to
}

/** The choices of a target; a single state is chosen in any case. */
export function targetChoices(target: Target): TargetChoice[] {
  return typeof target === 'string' ? [{ to: target }] : target
}

/** Every state that a target may lead to. */
export function statesOf(target: Target | undefined): string[] {
  return target === undefined ? [] : targetChoices(target).map(({ to }) => to)
}

/** Every state that an action may lead to, each with the state that it leads from. */
export function targetsOf(action: Pick<ResolvedAction, 'to' | 'toFrom' | 'from'>): { from: string; to: string }[] {
  return action.from.flatMap((from) => statesOf(targetOf(action, from)).map((to) => ({ from, to })))
}
