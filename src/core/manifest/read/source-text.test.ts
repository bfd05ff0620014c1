import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../document/json.ts'
import { readSource } from './source-text.ts'

const read = (text: string) => readSource({ path: 'x.json', text })
const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

test('any JSON is read unchanged, however it is laid out', () => {
  fc.assert(fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    if (text.includes('__proto__')) return
    expect(read(text)).toMatchObject({ problems: [] })
    expect(JSON.stringify(read(text).value)).toBe(JSON.stringify(JSON.parse(text)))
  }))
})

test('a duplicate key is reported at any depth, whatever the texts around it contain', () => {
  fc.assert(fc.property(json, json, fc.constantFrom('a:b', '"', '\\"', '\\', '{"a":1}'), (first, second, odd) => {
    const inner = `{"key": ${JSON.stringify(first)}, ${JSON.stringify(odd)}: 1, "key": ${JSON.stringify(second)}}`
    const { problems } = read(`[{"in": ${inner}}]`)
    expect(problems.map(({ kind, path }) => [kind, path])).toContainEqual(['duplicate', [0, 'in', 'key']])
  }))
})

test.each<[string, string, number]>([
  ['a comment', '{ /* why */ "a": 1 }', 3], ['a trailing comma', '{ "a": 1, }', 11], ['a missing brace', '{ "a": 1', 9], ['an empty file', '', 1], ['a second value', '{} 1', 4],
])('%s is a syntax problem', (_, text, column) => {
  expect(read(text).problems[0]).toMatchObject({ kind: 'syntax', place: { line: 1, column } })
})

test('the key __proto__ is reported as a problem', () => {
  expect(read('{ "a": { "__proto__": 1 } }').problems).toMatchObject([{ kind: 'duplicate', path: ['a', '__proto__'] }])
})

test('a path has its line and column in the text, or that of its nearest parent', () => {
  const { placeOf } = read('{\n  "a": [\n    { "b": "x\\"yz" }\n  ]\n}')
  expect([placeOf(['a', 0, 'b']), placeOf(['a', 0, 'b'], { key: true }), placeOf(['a', 0, 'b'], { offset: 2 }), placeOf(['a', 0, 'gone'])]).toEqual([
    { line: 3, column: 12 }, { line: 3, column: 7 }, { line: 3, column: 16 }, { line: 3, column: 5 },
  ])
})
