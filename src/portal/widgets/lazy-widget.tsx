import { lazy, Suspense } from 'react'
import { ReadonlyWidget } from './ReadonlyWidget.tsx'
import type { Widget } from './widget.ts'

/** A widget that few forms show: fetched with the first form that does, its value readable meanwhile. */
export function lazyWidget(load: () => Promise<Widget>): Widget {
  const Loaded = lazy(() => load().then((widget) => ({ default: widget })))
  return function LazyWidget(props) {
    return <Suspense fallback={<ReadonlyWidget {...props} />}><Loaded {...props} /></Suspense>
  }
}
