import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { linesOf } from '../../../form/line-table/line-paths.ts'
import { Icon } from '../../../sdk.ts'
import type { Card } from '../use-card.ts'
import { saveLines, type Outcome } from './autosave.ts'

/** From one field to the next takes less: lines are saved when the person stays, or is through. */
const PAUSE = 400

/** Saves the lines whenever a field is left or a line is gone, and says how that went. */
export function AutosaveState({ card, array }: { card: Card; array: string }) {
  const [state, setState] = useState<Outcome | { kind: 'saving' }>({ kind: 'same' })
  const current = useRef(card)
  useEffect(() => {
    current.current = card
  })
  const { model } = card
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    let count = linesOf(model.doc(), array).length
    const save = async (): Promise<void> => {
      const slow = setTimeout(() => setState({ kind: 'saving' }), PAUSE / 2)
      const outcome = await saveLines(current.current, array)
      clearTimeout(slow)
      if (isGone || outcome.kind === 'same') return setState((before) => (before.kind === 'saving' ? { kind: 'same' } : before))
      setState(outcome)
    }
    const later = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void save(), PAUSE)
    }
    const stop = model.subscribe(array, () => {
      const now = linesOf(model.doc(), array).length
      if (now < count) later()
      count = now
    })
    document.addEventListener('focusout', later)
    // What could not go goes once the network is back.
    window.addEventListener('online', later)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
      document.removeEventListener('focusout', later)
      window.removeEventListener('online', later)
    }
  }, [model, array])
  return <Text size="sm" mt="xs" role="status" data-autosave={state.kind} c={state.kind === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>{wording(state)}</Text>
}

function wording(state: Outcome | { kind: 'saving' }) {
  switch (state.kind) {
    case 'same': return 'Lines are saved as you go.'
    case 'saving': return 'Saving…'
    case 'saved': return <><Icon name="check" size={15} /> Saved</>
    case 'incomplete': return 'Not saved yet: complete the line first.'
    case 'failed': return `Not saved: ${state.message}`
  }
}
