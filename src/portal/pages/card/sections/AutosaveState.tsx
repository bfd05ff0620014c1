import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../core/index.ts'
import { linesOf } from '../../../form/line-table/line-paths.ts'
import { Icon } from '../../../sdk.ts'
import { pauseBefore } from '../../../ui/pause.ts'
import { saveLines, type Outcome, type SavingLines } from './autosave.ts'

/** Moving to the next field takes less than this many milliseconds: lines are saved when the user pauses or is done. */
const PAUSE = 400

/** Saves the lines whenever a field loses focus or a line is removed, and shows the outcome. */
export function AutosaveState({ card, array }: { card: SavingLines; array: string }) {
  const [state, setState] = useState<Outcome | { kind: 'saving' }>({ kind: 'same' })
  const current = useRef(card)
  useEffect(() => {
    current.current = card
  })
  const { model } = card
  useEffect(() => {
    let isGone = false
    let count = linesOf(model.doc(), array).length
    const save = async (): Promise<void> => {
      const slow = setTimeout(() => setState({ kind: 'saving' }), PAUSE / 2)
      const outcome = await saveLines(current.current, array)
      clearTimeout(slow)
      if (isGone || outcome.kind === 'same') return setState((before) => (before.kind === 'saving' ? { kind: 'same' } : before))
      setState(outcome)
    }
    const later = pauseBefore(() => void save(), PAUSE)
    const onLeave = (): void => later.start()
    const stop = model.subscribe(array, () => {
      const now = linesOf(model.doc(), array).length
      if (now < count) later.start()
      count = now
    })
    document.addEventListener('focusout', onLeave)
    // What could not be sent is sent once the network is back.
    window.addEventListener('online', onLeave)
    return () => {
      isGone = true
      later.cancel()
      stop()
      document.removeEventListener('focusout', onLeave)
      window.removeEventListener('online', onLeave)
    }
  }, [model, array])
  return <Text size="sm" mt="xs" role="status" data-autosave={state.kind} c={state.kind === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>{wording(state)}</Text>
}

function wording(state: Outcome | { kind: 'saving' }) {
  switch (state.kind) {
    case 'same': return t('Lines are saved as you go.')
    case 'saving': return t('Saving…')
    case 'saved': return <><Icon name="check" size={15} /> {t('Saved')}</>
    case 'incomplete': return t('Not saved yet: complete the line first.')
    case 'failed': return t('Not saved: {message}', { message: state.message })
  }
}
