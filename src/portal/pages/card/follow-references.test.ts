import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ResolvedShape, RuleContext } from '../../../core/index.ts'
import { followReferences } from './follow-references.ts'

const shape = { fields: { vendor: { name: 'vendor', ref: { to: 'vendor' } }, note: { name: 'note' } } } as unknown as ResolvedShape

/** A form whose vendor records come from a server that responds on demand. */
function scene() {
  const doc: Record<string, string> = {}
  const listeners = new Set<() => void>()
  const known = new Set<string>()
  const asked: string[] = []
  const answers: (() => void)[] = []
  const told: string[] = []
  return {
    asked, told, doc,
    model: {
      doc: () => doc,
      subscribe: (_: string, listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      session: {
        context: (context: RuleContext) => {
          told.push(`${String(context)}: ${[...known].join(' ')}`)
          return []
        },
      },
    },
    references: {
      ref: (_: string, key: string) => (known.has(key) ? {} : undefined),
      loadRecords: async (wanted: { key: string }[]) => {
        asked.push(...wanted.map(({ key }) => key))
        await new Promise<void>((resolve) => answers.push(resolve))
        for (const { key } of wanted) known.add(key)
      },
    },
    change: (values: Record<string, string>) => {
      Object.assign(doc, values)
      for (const listener of listeners) listener()
    },
    answer: async () => {
      for (const answer of answers.splice(0)) answer()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
const named = (name: string) => () => name as unknown as RuleContext

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('loads what a change names, and tells the rules', async () => {
  const { model, references, change, answer, asked, told } = scene()
  followReferences(shape, references, model, named('one'))
  change({ vendor: 'V1' })
  await vi.advanceTimersByTimeAsync(150)
  expect(asked).toEqual(['V1'])
  await answer()
  expect(told).toEqual(['one: V1'])
})

it('loses nothing that was named just before another context took over', async () => {
  const { model, references, change, answer, asked, told } = scene()
  const before = followReferences(shape, references, model, named('one'))
  change({ vendor: 'V1' })
  // A save returns meanwhile.
  before.stop()
  followReferences(shape, references, model, named('two'))
  expect(asked).toEqual(['V1'])
  await answer()
  expect(told).toEqual(['two: V1'])
})

it('tells of what was on its way by the context that holds when it comes', async () => {
  const { model, references, change, answer, told } = scene()
  const before = followReferences(shape, references, model, named('one'))
  change({ vendor: 'V1' })
  await vi.advanceTimersByTimeAsync(150)
  before.stop()
  followReferences(shape, references, model, named('two'))
  await answer()
  expect(told).toEqual(['two: V1'])
})
