import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { preferred } from '../plugins/language.ts'
import { readTranslations } from './read-translations.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dirisha-translations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file of translations and returns its folder. */
function file(name: string, content: unknown, within = 'texts'): string {
  const target = path.join(folder, within)
  mkdirSync(target, { recursive: true })
  writeFileSync(path.join(target, name), typeof content === 'string' ? content : JSON.stringify(content))
  return target
}

describe('translations', () => {
  it('are found by language; the list of texts is none', () => {
    const texts = { Save: 'Hifadhi', '{count} lines': { one: 'Mstari {count}', other: 'Mistari {count}' } }
    file('en.json', { Save: { at: ['x'] } })
    expect([...readTranslations([file('sw.json', texts)])]).toEqual([['sw', { language: 'sw', texts }]])
  })

  it('of a later folder add to a language and replace its texts', () => {
    const first = file('sw.json', { Save: 'Hifadhi', Close: 'Funga' })
    const second = file('sw.json', { Save: 'Weka', 'Gate pass': 'Kibali' }, 'more')
    expect(readTranslations([first, second, path.join(folder, 'nowhere')]).get('sw')?.texts).toEqual({ Save: 'Weka', Close: 'Funga', 'Gate pass': 'Kibali' })
  })

  it.each([
    ['a placeholder that the source has not', 'sw.json', { 'Remove {name}': 'Ondoa {jina}' }, 'the translation of “Remove {name}” has {jina}, which the source has not'],
    ['such a placeholder in a plural form', 'sw.json', { '{count} lines': { one: 'Mstari {n}', other: 'Mistari {count}' } }, 'the translation of “{count} lines” has {n}, which the source has not'],
    ['plural forms without the one that every number has', 'sw.json', { '{count} lines': { one: 'Mstari' } }, '“{count} lines” is neither a text nor plural forms with “other”'],
    ['a category that no language has', 'sw.json', { '{count} lines': { dual: 'a', other: 'b' } }, '“{count} lines” is neither a text nor plural forms with “other”'],
    ['a name that is no language', 'swahili_ke.json', {}, 'the name of the file is not a language such as “sw” or “pt-BR”'],
    ['a language in other letters', 'PT-br.json', {}, 'the name of the file is not a language as in “pt-BR”'],
    ['broken JSON', 'sw.json', '{', 'it is not a JSON object'],
  ])('with %s are refused, with the place', (_, name, content, problem) => {
    const texts = file(name, content)
    expect(() => readTranslations([texts])).toThrow(`${path.join(texts, name)}: ${problem}`)
  })
})

describe('the language of a request', () => {
  const known = new Map(['sw', 'pt-BR'].map((language) => [language, { language, texts: {} }]))

  it.each([
    ['sw', 'sw'], ['sw-KE,en;q=0.8', 'sw'], ['fr, sw;q=0.5', 'sw'], ['pt-BR', 'pt-BR'], ['en,sw;q=0.5', undefined], ['en-GB', undefined], ['pt', undefined], ['fr', undefined], ['', undefined], ['*', undefined],
  ])('that accepts “%s” is %s', (header, language) => {
    expect(preferred(header, known)?.language).toBe(language)
  })
})
