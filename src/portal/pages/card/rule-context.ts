import type { Doc, RuleContext } from '../../../core/index.ts'
import type { References } from '../../form/references.ts'
import type { Portal } from '../../sdk.ts'
import type { CardData } from './card-data.ts'

/** What rules may read besides the document, in the browser. */
export function ruleContext(portal: Portal, references: References, { lists, lookups }: Pick<CardData, 'lists' | 'lookups'>, prev?: Doc): RuleContext {
  return {
    user: portal.actor,
    settings: portal.settings,
    company: { code: portal.company.code, name: portal.company.name, currency: portal.company.currency, timeZone: portal.company.timeZone },
    today: portal.today,
    now: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    ref: references.ref,
    lists,
    ...(lookups ? { lookups } : {}),
    ...(prev ? { prev } : {}),
  }
}
