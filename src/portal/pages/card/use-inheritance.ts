import { useEffect, useState } from 'react'
import type { FormModel } from '../../form/form-model.ts'
import { pauseBefore } from '../../ui/pause.ts'
import { applyToLines, type LastingAnswers } from './inherit.ts'
import type { CardData } from './card-data.ts'

const PAUSE = 50

/** When header fields that lines inherit change, asks whether to update the lines, until the user chooses not to be asked again. */
export function useInheritance({ compiled }: CardData, model: FormModel, canEdit: boolean): void {
  const [lasting] = useState<LastingAnswers>(() => new Map())
  useEffect(() => {
    if (!canEdit) return
    let changed = new Set<string>()
    const sections = Object.values(compiled.manifest.card.sections).filter((section) => section.kind === 'lines' && section.inherits?.ask)
    const follow = pauseBefore(() => {
      const now = changed
      changed = new Set()
      for (const section of sections) void applyToLines(model, section, now, lasting)
    }, PAUSE)
    model.onChange = (paths) => {
      for (const path of paths) if (!path.includes('.')) changed.add(path)
      follow.start()
    }
    return () => {
      follow.cancel()
      model.onChange = undefined
    }
  }, [compiled, model, canEdit, lasting])
}
