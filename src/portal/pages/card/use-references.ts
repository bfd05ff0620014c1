import { useEffect } from 'react'
import type { RuleContext } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { followReferences } from './follow-references.ts'
import { prefetchMasters, type CardData } from './use-card-data.ts'

/** Referred records: the selects' masters beforehand, and whatever a change newly names. */
export function useReferences({ compiled, references }: CardData, model: FormModel, context: () => RuleContext): void {
  useEffect(() => {
    const follow = followReferences(compiled.manifest.shape, references, model, context)
    void prefetchMasters(compiled, references).then(follow.notify)
    return follow.stop
  }, [compiled, references, model, context])
}
