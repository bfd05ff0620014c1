import path from 'node:path'
import { expect, it } from 'vitest'
import { readDemo } from './demo-file.ts'
import { signInsTable } from './sign-ins.ts'

it('the table of demo sign-ins names the published password as the initial one', () => {
  const [first = '', ...people] = signInsTable(readDemo([path.resolve(import.meta.dirname, '../../../modules')])).split('\n')
  expect(first).toBe('Demo sign-ins. The password of each is Karibu-2026 unless it was changed:')
  expect(people.join('\n')).toContain('wanjiku@mazingira.example')
})
