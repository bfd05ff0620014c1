import { lazy, useMemo, useState } from 'react'
import type { WireRecord } from '../../../contract/index.ts'
import { useQueryClient } from '@tanstack/react-query'
import { typeKey } from '../../api/queries.ts'
import { usePortal } from '../../sdk.ts'
import { startPath } from '../../shell/links.ts'
import type { ScreenFrame } from '../../shell/screen-frame.ts'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { CardDialog } from './CardDialog.tsx'
import { firstValuesOf, OPENS } from './openings.ts'
import type { Card } from './use-card.ts'

const CardAt = lazy(() => import('./CardPage.tsx').then((module) => ({ default: module.CardAt })))

/** The new record that the address opens over the stored one from which it takes its first values. */
export function OpeningDialog({ card, record }: { card: Card; record: WireRecord }) {
  const { compiled, manifest, context } = card
  const { bootstrap, can } = usePortal()
  const client = useQueryClient()
  const [params, change] = useQueryParams()
  const [made, setMade] = useState<string>()
  const name = params.get(OPENS) ?? ''
  const opening = Object.hasOwn(manifest.card.opens, name) ? manifest.card.opens[name] : undefined
  const page = opening?.asks === undefined ? undefined : bootstrap.pages[opening.page]
  const scope = useMemo(() => (opening === undefined ? {} : firstValuesOf({ compiled, manifest, context }, opening, record)), [compiled, manifest, context, opening, record])
  const wholePath = page && startPath(page, scope)
  const frame = useMemo((): ScreenFrame => ({
    close: () => {
      setMade(undefined)
      change((before) => {
        before.delete(OPENS)
        return before
      }, { replace: true })
      // What it offers may follow from what was made.
      void client.invalidateQueries({ queryKey: typeKey(manifest.id) })
    },
    open: setMade,
    wholePath,
  }), [change, client, manifest.id, wholePath])
  if (opening === undefined || page?.type === undefined || !can(page.type, 'create')) return null
  return (
    <CardDialog title={opening.label} frame={frame}>
      <CardAt key={made ?? ''} page={page} recordKey={made} line={undefined} scope={made === undefined ? scope : {}} Body={undefined} />
    </CardDialog>
  )
}
