import { useEffect } from 'react'
import type { RuleContext } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { refsIn } from '../../form/references.ts'
import { prefetchMasters, type CardData } from './use-card-data.ts'

const PAUSE = 150

/** Referred records: the selects' masters beforehand, and whatever a change newly names. */
export function useReferences({ compiled, references }: CardData, model: FormModel, context: () => RuleContext): void {
  useEffect(() => {
    let isCurrent = true
    const catchUp = (): void => {
      const missing = refsIn(compiled.manifest.shape, model.doc()).filter(({ type, key }) => !references.ref(type, key))
      if (missing.length === 0) return
      void references.loadRecords(missing).then(() => isCurrent && model.session.context(context()))
    }
    void prefetchMasters(compiled, references).then(() => isCurrent && model.session.context(context()))
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = model.subscribe('', () => {
      clearTimeout(timer)
      timer = setTimeout(catchUp, PAUSE)
    })
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stop()
    }
  }, [compiled, references, model, context])
}
