import { pathTo, viewPageOf } from '../../sdk.ts'
import type { Pages } from '../../shell/links.ts'
import type { Card } from './use-card.ts'

export interface ViewLink { name: string; label: string; icon?: string; path: string }

/** Where a card leads besides: its other views, as far as their conditions hold. */
export function viewLinks({ compiled, manifest, model, view: shown, keyOf = '', context }: Card, pages: Pages): ViewLink[] {
  return Object.entries(manifest.card.views).flatMap(([name, { label, icon, when, place }]) => {
    const page = viewPageOf(pages, manifest.id, name)
    const isOffered = name !== shown && label !== undefined && place.includes('card') && (when === undefined || compiled.test(when, model.doc(), context()))
    return isOffered && page !== undefined ? [{ name, label, path: pathTo(page, keyOf), ...(icon === undefined ? {} : { icon }) }] : []
  })
}
