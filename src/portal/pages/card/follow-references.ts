import type { ResolvedShape, RuleContext } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { refsIn } from '../../form/named-records.ts'
import type { References } from '../../form/references.ts'
import { pauseBefore } from '../../ui/pause.ts'

const PAUSE = 150

type Loaded = Pick<References, 'ref' | 'loadRecords'>
type Followed = Pick<FormModel, 'doc' | 'subscribe'> & { session: Pick<FormModel['session'], 'context'> }

/** Loads the referenced records that are not loaded yet, now and after each change, and then updates the rules' context. */
export function followReferences(shape: ResolvedShape, references: Loaded, model: Followed, context: () => RuleContext): { notify: () => void; stop: () => void } {
  let isCurrent = true
  const notify = (): void => {
    if (isCurrent) model.session.context(context())
  }
  const catchUp = (): void => {
    const missing = refsIn(shape, model.doc()).filter(({ type, key }) => !references.ref(type, key))
    if (missing.length > 0) void references.loadRecords(missing).then(notify)
  }
  const later = pauseBefore(catchUp, PAUSE)
  const unsubscribe = model.subscribe('', () => later.start())
  // References set just before another context took over (a save returned) were not requested by the previous subscription.
  catchUp()
  return {
    notify,
    stop: () => {
      isCurrent = false
      later.cancel()
      unsubscribe()
    },
  }
}
