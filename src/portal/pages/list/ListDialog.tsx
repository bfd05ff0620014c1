import { lazy, useMemo } from 'react'
import type { ResolvedPage } from '../../../core/index.ts'
import { cardPath } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import type { ScreenFrame } from '../../shell/screen-frame.ts'
import { useManifest } from '../../shell/use-manifest.ts'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { CardDialog } from '../card/CardDialog.tsx'
import { withoutDialog } from './dialog-address.ts'

const CardPage = lazy(() => import('../card/CardPage.tsx').then((module) => ({ default: module.CardPage })))

/** A view of a record's card in a dialog over its list; the address names the record. */
export function ListDialog({ page, view }: { page: ResolvedPage; view: string }) {
  const { bootstrap, titleOf } = usePortal()
  const type = page.type ?? ''
  const manifest = useManifest(type)
  const [params, change] = useQueryParams()
  const key = params.get('open') ?? undefined
  const frame = useMemo((): ScreenFrame => ({
    close: () => change(withoutDialog, { replace: true }),
    open: (of) => change((before) => {
      const next = withoutDialog(before)
      next.set('open', of)
      return next
    }, { replace: true }),
    wholePath: cardPath(bootstrap.pages, type, key),
  }), [change, bootstrap.pages, type, key])
  const card = useMemo((): ResolvedPage => ({ id: page.id, module: page.module, path: page.path, type, screen: 'card', view, key: { in: 'query', name: 'open' } }), [page, type, view])
  return <CardDialog title={titleOf(manifest).one} frame={frame}><CardPage page={card} /></CardDialog>
}
