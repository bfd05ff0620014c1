import { expect, test } from 'vitest'
import { readSchemas, readSources } from '../src/server/manifests/read-sources.ts'
import { sizesText, typeSizes } from './manifest-sizes.ts'
import { ROOT } from './module-folders.ts'

const manifest = (id: string, lines: string[]): { path: string; text: string } => ({ path: `lending/${id}/manifest.json`, text: `${lines.join('\n')}\n` })

test('the lines and the longest expression of each type are listed, the largest first, with a total', () => {
  const sizes = typeSizes([
    manifest('device', ['{', '  "id": "device",', '  "title": { "one": "state == never, as long as it is" }', '}']),
    manifest('loan', ['{', '  "id": "loan",', '  "terms": { "isOut": "state == \\"Out\\"" },', '  "rules": {', '    "a": { "on": "day", "max": "today" }', '  }', '}']),
    { path: 'lending/module.json', text: '{}' },
  ], readSchemas(`${ROOT}/schemas`))
  expect(sizes).toEqual([{ id: 'loan', lines: 7, expressions: 2, longest: 14 }, { id: 'device', lines: 4, expressions: 0, longest: 0 }])
  expect(sizesText(sizes).split('\n').at(-1)).toMatch(/^2 types +11 lines +2 expressions, the longest of 14 characters$/)
})

test('no expression of the shipped types is longer than a line', () => {
  const long = typeSizes(readSources([`${ROOT}/modules`]), readSchemas(`${ROOT}/schemas`)).filter(({ longest }) => longest > 160)
  expect(long).toEqual([])
})
