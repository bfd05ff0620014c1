import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

describe('advisory locks', () => {
  it('they all differ, so that no work waits for unrelated work', () => {
    const numbers = Object.values(ADVISORY_LOCKS)
    expect(new Set(numbers).size, JSON.stringify(ADVISORY_LOCKS)).toBe(numbers.length)
  })

  it('they are taken only by their names in the table', () => {
    const folder = path.resolve(import.meta.dirname, '../..')
    const calls = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(/pg_(?:try_)?advisory_\w+\(\$\{([^}]*)\}/g)].map(([, given = '']) => given))
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter((given) => !/^ADVISORY_LOCKS\.\w+$/.test(given))).toEqual([])
  })
})
