import { describe, expect, it } from 'vitest'
import type { MenuPackage, ResolvedField, ResolvedSettings } from '../../../core/index.ts'
import { findSettings } from './find-settings.ts'
import { settingValueText } from '../../ui/setting-value-text.ts'
import { changedSettings } from './history/changed-settings.ts'
import { isSameArrangement, moved, toArrangement } from './packages/arrangement.ts'

const field = (name: string, title: string, more: Partial<ResolvedField> = {}): ResolvedField => ({ name, wire: name, title, type: 'string', ...more }) as ResolvedField
const group = (name: string, title: string, fields: ResolvedField[]): ResolvedSettings => ({ name, title, required: [], fields: Object.fromEntries(fields.map((one) => [one.name, one])), awaits: {} })
const GROUPS = [
  group('general', 'General', [field('code', 'Minutes that a code is valid', { description: 'Then a new one is asked for.' }), field('bar', 'Action bar', { enumTitles: { top: 'Top' } })]),
  group('cash', 'Cash management', [field('ceiling', 'Ceiling')]),
]

describe('the search for settings', () => {
  it.each([
    ['', ['general.code', 'general.bar', 'cash.ceiling']],
    ['CODE minutes', ['general.code']],
    ['new asked', ['general.code']],
    ['top', ['general.bar']],
    ['cash', ['cash.ceiling']],
    ['code ceiling', []],
  ])('"%s" finds %j', (search, expected) => {
    expect(findSettings(GROUPS, search).flatMap(({ group: { name }, fields }) => fields.map((one) => `${name}.${one.name}`))).toEqual(expected)
  })
})

describe('a value in the history', () => {
  it.each([[null, 'x', 'empty'], ['', 'x', 'empty'], [true, 'x', 'on'], [false, 'x', 'off'], [12000, 'x', '12,000'], [['A', 'B'], 'x', 'A, B'], [[], 'x', 'empty'], [null, 'site_images', 'no picture'], ['f00', 'site_images', 'a picture']])('%j of %s is shown as "%s"', (value, of, text) => {
    expect(settingValueText(value, of)).toBe(text)
  })
})

describe('the history', () => {
  it('it has a row for each setting, and no value of a secret', () => {
    const change = (name: string, isSecret: boolean) => ({ group: 'x', name, title: name.toUpperCase(), isSecret, from: 1, to: 2 })
    expect(changedSettings([{ id: '7', at: '2026-11-21', by: 'Ruth', changes: [change('a', false), change('b', true)] }] as never)).toEqual([
      { key: '7.x.a', title: 'A', from: '1', to: '2', by: 'Ruth', at: '2026-11-21' }, { key: '7.x.b', title: 'B', from: 'secret', to: 'changed', by: 'Ruth', at: '2026-11-21' },
    ])
  })
})

describe('the list of packages', () => {
  it.each([[0, 2, 'bca'], [2, 0, 'cab'], [1, 1, 'abc'], [0, 9, 'bca'], [2, -1, 'cab']])('the entry at %d moves to %d', (from, to, expected) => {
    expect(moved([...'abc'], from, to).join('')).toBe(expected)
  })

  it('it is sent in its order, without blank captions and icons', () => {
    const entry = (name: string, more: Partial<MenuPackage> = {}): MenuPackage => ({ name, title: { text: name }, enabled: true, isFixed: false, subs: [], ...more })
    const list = [entry('a', { caption: ' ', icon: '' }), entry('b', { caption: ' B ', enabled: false, subs: [entry('c', { icon: 'box' })] })]
    expect(toArrangement(list)).toEqual([
      { name: 'a', enabled: true, order: 1, subs: [] }, { name: 'b', enabled: false, order: 2, caption: 'B', subs: [{ name: 'c', enabled: true, order: 1, icon: 'box', subs: [] }] },
    ])
    expect([isSameArrangement(list, [entry('a'), ...list.slice(1)]), isSameArrangement(list, [...list].reverse())]).toEqual([true, false])
  })
})
