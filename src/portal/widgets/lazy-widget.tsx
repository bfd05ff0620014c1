import { fetched } from '../ui/fetched.tsx'
import { ReadonlyWidget } from './ReadonlyWidget.tsx'
import type { Widget } from './widget.ts'

/** A rarely used widget in its own chunk, loaded with the form; if rendered earlier, it shows its value read-only. */
export function lazyWidget(load: () => Promise<Widget>): Widget & { fetch: () => Promise<void> } {
  return fetched(load, ReadonlyWidget)
}
