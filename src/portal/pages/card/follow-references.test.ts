import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ResolvedShape, RuleContext } from '../../../core/index.ts'
import { followReferences } from './follow-references.ts'

const shape = { fields: { vendor: { name: 'vendor', ref: { to: 'vendor' } }, note: { name: 'note' } } } as unknown as ResolvedShape

/** A form whose vendor records come from a server that responds on demand. */
function scene() {
  const doc: Record<string, string> = {}
  const listeners = new Set<() => void>()
  const known = new Set<string>()
  const requested: string[] = []
  const answers: (() => void)[] = []
  const evaluations: string[] = []
  return {
    requested, evaluations, doc,
    model: {
      doc: () => doc,
      subscribe: (_: string, listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      session: {
        context: (context: RuleContext) => {
          evaluations.push(`${String(context)}: ${[...known].join(' ')}`)
          return []
        },
      },
    },
    references: {
      ref: (_: string, key: string) => (known.has(key) ? {} : undefined),
      loadRecords: async (wanted: { key: string }[]) => {
        requested.push(...wanted.map(({ key }) => key))
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

it('a record that a change refers to is loaded, and the rules are evaluated again', async () => {
  const { model, references, change, answer, requested, evaluations } = scene()
  followReferences(shape, references, model, named('one'))
  change({ vendor: 'V1' })
  await vi.advanceTimersByTimeAsync(150)
  expect(requested).toEqual(['V1'])
  await answer()
  expect(evaluations).toEqual(['one: V1'])
})

it('a reference that was set just before the context changed is loaded', async () => {
  const { model, references, change, answer, requested, evaluations } = scene()
  const before = followReferences(shape, references, model, named('one'))
  change({ vendor: 'V1' })
  // A save returns meanwhile.
  before.stop()
  followReferences(shape, references, model, named('two'))
  expect(requested).toEqual(['V1'])
  await answer()
  expect(evaluations).toEqual(['two: V1'])
})

it('a record that arrives after the context changed is evaluated in the new context', async () => {
  const { model, references, change, answer, evaluations } = scene()
  const before = followReferences(shape, references, model, named('one'))
  change({ vendor: 'V1' })
  await vi.advanceTimersByTimeAsync(150)
  before.stop()
  followReferences(shape, references, model, named('two'))
  await answer()
  expect(evaluations).toEqual(['two: V1'])
})
