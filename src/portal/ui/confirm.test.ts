import { afterEach, describe, expect, it } from 'vitest'
import { cancelConfirm, confirmed, confirmedLeaving } from './confirm.ts'

const LEAVE = { text: 'Discard what you changed?' }
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

afterEach(cancelConfirm)

describe('a confirmation before a dialog is left', () => {
  it('it is not shown again by the key that dismissed it, when the dialog beneath handles that key too', async () => {
    const first = confirmedLeaving(LEAVE)
    await nextTask()
    cancelConfirm()
    // All pending promises run between two listeners for the same key.
    expect(await first).toBe(false)
    expect(await confirmedLeaving(LEAVE)).toBe(false)
  })

  it('it is shown again by the next key', async () => {
    const first = confirmedLeaving(LEAVE)
    await nextTask()
    cancelConfirm()
    await first
    await nextTask()
    const isAsked = Symbol('asked')
    const second = confirmedLeaving(LEAVE)
    await nextTask()
    expect(await Promise.race([second, Promise.resolve(isAsked)])).toBe(isAsked)
    cancelConfirm()
    expect(await second).toBe(false)
    await nextTask()
  })
})

it('a confirmation that is dismissed without an answer counts as cancelled', async () => {
  const answer = confirmed({ text: 'Approve this document?' })
  cancelConfirm()
  expect(await answer).toBeUndefined()
})
