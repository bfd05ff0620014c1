import { describe, expect, it } from 'vitest'
import { bindMessage } from './large-values.ts'

describe('a Bind message', () => {
  it('states its length and holds a large value itself, without a copy', () => {
    const large = Buffer.alloc(100_000, 'x')
    const parts = bindMessage({ statement: 's1', values: [null, 'é', large, 7] })
    expect(parts).toHaveLength(3)
    expect(parts[1]).toBe(large)
    const whole = Buffer.concat(parts)
    expect([whole.toString('latin1', 0, 1), whole.readInt32BE(1)]).toEqual(['B', whole.length - 1])
    expect(whole.subarray(5, 9).toString()).toBe('\0s1\0')
    expect(whole.subarray(9, 21).toString('hex')).toBe('000400000000000100000004')
    expect(whole.subarray(21, 31).toString('hex')).toBe('ffffffff00000002c3a9')
  })
})
