import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'dirisha-folders-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('a folder is created with those above it, and stays if it is there', () => {
  const folder = path.join(parent, 'a', 'b', 'c')
  for (let time = 0; time < 2; time++) makeFolder(folder, 0o700)
  expect([statSync(folder).isDirectory(), statSync(path.dirname(folder)).mode & 0o777]).toEqual([true, 0o700])
})

test('a folder below a file, or in place of one, is refused', () => {
  const file = path.join(parent, 'file')
  writeFileSync(file, '')
  for (const folder of [file, path.join(file, 'below')]) expect(() => makeFolder(folder)).toThrow(/EEXIST|ENOTDIR/)
})

test.runIf(process.platform === 'linux')('a folder that the file system does not create is refused at once', () => {
  expect(() => makeFolder('/proc/no/such')).toThrow(/ENOENT/)
})
