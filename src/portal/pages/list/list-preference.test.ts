import { describe, expect, it } from 'vitest'
import type { ClientManifest } from '../../../contract/index.ts'
import type { JsonObject } from '../../../core/index.ts'
import { arranged, preferenceIn, queryToKeep, withoutView, withView } from './list-preference.ts'

const manifest = { list: { pageSize: 8, columns: { no: { field: 'no', offered: false }, name: { field: 'name', offered: false }, grade: { field: 'grade', offered: true } } } } as unknown as ClientManifest
const shown = (of: ClientManifest): string[] => Object.values(of.list.columns).filter(({ offered }) => !offered).map(({ field }) => field)

describe('a stored preference', () => {
  it.each<[string, JsonObject | undefined, object]>([
    ['nothing', undefined, { views: [] }],
    ['rows a page', { size: 50 }, { views: [], size: 50 }],
    ['an impossible number of rows', { size: 5000 }, { views: [] }],
    ['columns', { columns: ['name', 'no'] }, { views: [], columns: ['name', 'no'] }],
    ['no columns at all', { columns: [] }, { views: [] }],
    ['what no version wrote', { size: 'many', columns: [1], views: [{ name: 1 }, 'x'], first: 'x' }, { views: [] }],
    ['a view that opens first', { views: [{ name: 'Mine', query: 'mine=1' }], first: 'Mine' }, { views: [{ name: 'Mine', query: 'mine=1' }], first: 'Mine' }],
  ])('%s is read', (_, stored, read) => {
    expect(preferenceIn(stored)).toEqual(read)
  })
})

describe('a list as a person arranged it', () => {
  it('it has their columns in their order, and still offers the others', () => {
    const own = arranged(manifest, { views: [], columns: ['grade', 'no'] })
    expect(shown(own)).toEqual(['grade', 'no'])
    expect(Object.keys(own.list.columns)).toEqual(['grade', 'no', 'name'])
  })

  it('columns that are gone are ignored, and a list without any of theirs is as declared', () => {
    expect(shown(arranged(manifest, { views: [], columns: ['gone', 'name'] }))).toEqual(['name'])
    expect(shown(arranged(manifest, { views: [], columns: ['gone'] }))).toEqual(['no', 'name'])
    expect(arranged(manifest, { views: [] })).toBe(manifest)
  })

  it('it has their number of rows', () => {
    expect(arranged(manifest, { views: [], size: 100 }).list.pageSize).toBe(100)
  })
})

describe('saved views', () => {
  it('a view keeps search, filters and order, and neither the page nor an open dialog', () => {
    expect(queryToKeep(new URLSearchParams('q=taxi&status=Open&sort=-no&cursor=x&page=3&open=PC-1'))).toBe('q=taxi&status=Open&sort=-no')
  })

  it('a view of the same name is replaced, and the first view is forgotten with its deletion', () => {
    const one = withView({ views: [] }, { name: 'Mine', query: 'mine=1' })
    const two = { ...withView(one, { name: 'Mine', query: 'mine=1&q=x' }), first: 'Mine' }
    expect(two.views).toEqual([{ name: 'Mine', query: 'mine=1&q=x' }])
    expect(withoutView(two, 'Mine')).toEqual({ views: [] })
    expect(withoutView(two, 'Other')).toEqual(two)
  })
})
