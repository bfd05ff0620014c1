import { afterEach, describe, expect, it } from 'vitest'
import { t, text, textLanguage, translateBy, type Translation } from './texts.ts'

const lines = { one: '{count} line', other: '{count} lines' } as const

/** Polish: one, few and many; the placeholders in another order. */
const POLISH: Translation = {
  language: 'pl',
  texts: { 'Add line': 'Dodaj wiersz', '{shown} of {all}': 'z {all}: {shown}', '{count} lines': { one: '{count} wiersz', few: '{count} wiersze', many: '{count} wierszy', other: '{count} wiersza' }, '{count} rows': { other: '{count} rzędów' } },
}

describe('a text', () => {
  afterEach(() => translateBy(() => undefined))

  describe('in English', () => {
    it.each([
      ['without placeholders', () => t('Add line'), 'Add line'],
      ['with placeholders', () => t('{shown} of {all}', { shown: 25, all: '1,000+' }), '25 of 1,000+'],
      ['with an empty value', () => t('{no} of {name}', { no: 'PC-1', name: '' }), 'PC-1 of'],
      ['with a value that looks like a placeholder', () => t('Remove {name}', { name: '{count}' }), 'Remove {count}'],
      ['of one', () => t(lines, { count: 1 }), '1 line'],
      ['of several', () => t(lines, { count: 3 }), '3 lines'],
      ['of none', () => t(lines, { count: 0 }), '0 lines'],
      ['of more than is known', () => t(lines, { count: '1,000+' }), '1,000+ lines'],
      ['kept in a constant', () => t<string>(text('Add line')), 'Add line'],
    ])('%s', (_, said, expected) => expect(said()).toBe(expected))
  })

  describe('in a language with more plural forms', () => {
    it.each([
      ['is translated', () => t('Add line'), 'Dodaj wiersz'],
      ['has its placeholders in another order', () => t('{shown} of {all}', { shown: 2, all: 7 }), 'z 7: 2'],
      ['of one', () => t(lines, { count: 1 }), '1 wiersz'],
      ['of few', () => t(lines, { count: 3 }), '3 wiersze'],
      ['of many', () => t(lines, { count: 5 }), '5 wierszy'],
      ['of a category that the translation lacks takes the form of any other', () => t({ one: '{count} row', other: '{count} rows' }, { count: 3 }), '3 rzędów'],
      ['that is not translated is in English', () => t('Remove {name}', { name: 'A' }), 'Remove A'],
      ['that is not translated has its English plural', () => t({ one: '{count} day', other: '{count} days' }, { count: 1 }), '1 day'],
      ['named like a property of every object is in English', () => t('toString'), 'toString'],
    ])('%s', (_, said, expected) => {
      translateBy(() => POLISH)
      expect(said()).toBe(expected)
    })
  })

  it('says its language', () => {
    expect(textLanguage()).toBe('en')
    translateBy(() => POLISH)
    expect(textLanguage()).toBe('pl')
  })
})
