import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepDraft } from './keep-draft.ts'
import { CardScene, storedClaim } from './testing/card-scene.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A card with a changed note, and what is stored of it from now on. */
function keeping() {
  const scene = new CardScene({ record: storedClaim() })
  const type = (note: string): void => scene.card.model.set('note', note)
  type('A')
  const stop = keepDraft(scene.card, scene.card.parts.data.place)
  return { scene, type, stop, kept: () => scene.kept?.doc['note'] }
}

it('a draft keeps the present values at once, with the revision that they are based on', () => {
  const { scene, kept } = keeping()
  expect(kept()).toBe('A')
  expect(scene.kept).toMatchObject({ rev: 1, base: { description: 'Taxi' }, id: scene.card.draftId })
})

it('a draft keeps what is typed a moment after the last keystroke', () => {
  const { type, kept } = keeping()
  type('B')
  vi.advanceTimersByTime(599)
  type('C')
  vi.advanceTimersByTime(599)
  expect(kept()).toBe('A')
  vi.advanceTimersByTime(1)
  expect(kept()).toBe('C')
})

it.each<[string, () => void]>([
  ['the page is unloaded', () => window.dispatchEvent(new Event('pagehide'))],
  ['the tab is hidden', () => {
    Object.assign(document, { visibilityState: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }],
])('a draft keeps the last keystroke at once when %s', (_, happen) => {
  const { type, kept } = keeping()
  type('B')
  happen()
  expect(kept()).toBe('B')
})

it('a draft does not keep the last keystroke at once when the tab is shown', () => {
  const { type, kept } = keeping()
  type('B')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(kept()).toBe('A')
})

it('a draft keeps the last keystroke when the card is closed, and nothing after that', () => {
  const { scene, type, stop, kept } = keeping()
  type('B')
  stop()
  expect(kept()).toBe('B')
  scene.kept = undefined
  type('C')
  vi.advanceTimersByTime(10_000)
  window.dispatchEvent(new Event('pagehide'))
  expect(kept()).toBeUndefined()
})

it('no draft is left when the card is closed after a save', async () => {
  const { scene, type, stop, kept } = keeping()
  type('B')
  await scene.controller.save()
  stop()
  expect(kept()).toBeUndefined()
})
