import type { RuleTrace } from '../../../core/index.ts'
import type { CardStore } from './card-store.ts'

/** What each rule did to the document on the card, as it stands; only the rules of a field if its path (`amount`, `lines.0.amount`) is given. */
export function ruleTrace(card: CardStore, path?: string, action?: string): RuleTrace[] {
  const traces = card.parts.data.compiled.trace(card.model.doc(), card.facts().context(), action === undefined ? {} : { action })
  return path === undefined ? traces : traces.filter((trace) => trace.path === path)
}

/**
 * Offers the trace of a card in the browser's console as `rules(path?, action?)`, under `npm run dev` only. Returns a function that takes it
 * back.
 */
export function offerRuleTrace(card: CardStore): () => void {
  const rules = (path?: string, action?: string): RuleTrace[] => ruleTrace(card, path, action)
  const scope = globalThis as { rules?: typeof rules }
  scope.rules = rules
  return () => {
    if (scope.rules === rules) delete scope.rules
  }
}
