import type { ReactNode } from 'react'
import type { ResolvedField } from '../../core/index.ts'
import { useFormEnvironment } from '../form/environment.ts'
import type { References } from '../form/references.ts'
import { lazyWidget } from './lazy-widget.tsx'
import { ReferenceSelect } from './ReferenceSelect.tsx'
import { TextWidget } from './TextWidget.tsx'
import type { WidgetProps } from './widget.ts'

const SourcedReference = lazyWidget(() => import('./SourcedReference.tsx').then((module) => module.SourcedReference))

/** A record of another type, by its code: selected from a searchable list, shown as `code – label`. */
export function ReferenceWidget(props: WidgetProps): ReactNode {
  const { references } = useFormEnvironment()
  const manifest = references.manifest(props.field.ref?.to ?? '')
  // A type that the current user may not see cannot be searched; its code can still be typed, and the server decides.
  if (!manifest) return <TextWidget {...props} />
  return manifest.source ? <SourcedReference {...props} /> : <ReferenceSelect {...props} />
}

ReferenceWidget.fetch = async ({ ref }: ResolvedField, references: References): Promise<void> => {
  if (references.manifest(ref?.to ?? '')?.source) await SourcedReference.fetch()
}
