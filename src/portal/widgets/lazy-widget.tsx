import { fetched } from '../ui/fetched.tsx'
import { ReadonlyWidget } from './ReadonlyWidget.tsx'
import type { Widget } from './widget.ts'

/** A widget that few forms show, in a chunk of its own: fetched with the form; drawn before that, its value can be read. */
export function lazyWidget(load: () => Promise<Widget>): Widget & { fetch: () => Promise<void> } {
  return fetched(load, ReadonlyWidget)
}
