import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../manifest/resolve/resolved.ts'
import { arrangeMenu, packagesOf, switchedOff, type ArrangedEntry } from './arrange-menu.ts'
import { arrangementChanges, readArrangement } from './check-arrangement.ts'

const entry = (id: string, order: number, more: Partial<ResolvedMenuEntry> = {}): ResolvedMenuEntry => ({ id, title: { text: id.toUpperCase() }, order, subs: [], ...more })
const page = (id: string, screen: string, type?: string): ResolvedPage => ({ id, module: 'm', path: `/${id}`, screen, ...(type !== undefined && { type }) })

const PAGES = Object.fromEntries([
  page('main', 'dashboard'), page('inbox', 'approvals'), page('site', 'settings'),
  page('tool.list', 'list', 'tool'), page('tool.card', 'card', 'tool'), page('loan.list', 'list', 'loan'), page('loan.card', 'card', 'loan'),
].map((each) => [each.id, each]))
const MENU = [
  entry('home', 1, { page: 'main' }),
  entry('lending', 2, { icon: 'box', subs: [entry('tools', 1, { records: 'tool' }), entry('loans', 2, { page: 'loan.list', title: { text: 'Loans', setting: 'words.loans' } })] }),
  entry('inbox', 3, { page: 'inbox' }),
  entry('setup', 4, { area: 'administration', subs: [entry('tools', 1, { records: 'tool' }), entry('site', 2, { page: 'site' })] }),
]
const arranged = (name: string, more: Partial<ArrangedEntry> = {}): ArrangedEntry => ({ name, enabled: true, order: 5, ...more })
const names = (entries: readonly { id: string; subs: readonly { id: string }[] }[]): string[] => entries.flatMap(({ id, subs }) => [id, ...subs.map((sub) => `${id}/${sub.id}`)])

describe('the arranged menu', () => {
  it.each<[string, ArrangedEntry[], string[]]>([
    ['it is as declared when nothing is arranged', [], ['home', 'lending', 'lending/tools', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['it has the chosen order', [arranged('inbox', { order: 0 })], ['inbox', 'home', 'lending', 'lending/tools', 'lending/loans', 'setup', 'setup/tools', 'setup/site']],
    ['it lacks a package that is switched off, with all its entries', [arranged('lending', { enabled: false })], ['home', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['it lacks one entry of a package that is switched off', [arranged('lending', { order: 2, subs: [arranged('tools', { enabled: false })] })], ['home', 'lending', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['it has the entries of a package in the chosen order', [arranged('lending', { order: 2, subs: [arranged('loans', { order: 0 })] })], ['home', 'lending', 'lending/loans', 'lending/tools', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['it never lacks the way to the settings', [arranged('setup', { enabled: false, order: 4, subs: [arranged('site', { enabled: false, order: 2 })] })], ['home', 'lending', 'lending/tools', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['it ignores what is stored for entries that no longer exist', [arranged('gone', { order: 0 })], ['home', 'lending', 'lending/tools', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
  ])('%s', (_, arrangement, expected) => {
    expect(names(arrangeMenu(MENU, PAGES, arrangement))).toEqual(expected)
  })

  it('it has the chosen captions and icons, except for captions that are settings', () => {
    const [, lending] = arrangeMenu(MENU, PAGES, [arranged('lending', { order: 2, caption: 'Library', icon: 'book', subs: [arranged('loans', { caption: 'No' })] })])
    expect(lending).toMatchObject({ title: { text: 'Library' }, icon: 'book', subs: [{ title: { text: 'TOOLS' } }, { title: { text: 'Loans', setting: 'words.loans' } }] })
  })

  it('it is shown complete to the person who arranges it', () => {
    const packages = packagesOf(MENU, PAGES, [arranged('lending', { order: 2, enabled: false, icon: 'book' })])
    expect(packages.map(({ name, enabled, isFixed }) => [name, enabled, isFixed])).toEqual([['home', true, false], ['lending', false, false], ['inbox', true, false], ['setup', true, true]])
    expect(packages[1]).toMatchObject({ declaredIcon: 'box', icon: 'book', subs: [{ name: 'tools', enabled: true }, { name: 'loans' }] })
  })
})

describe('what is switched off', () => {
  it.each<[string, ArrangedEntry[], string[], string[]]>([
    ['nothing is switched off when nothing is arranged', [], [], []],
    ['a type is switched off with its list but not its card, unless another entry leads to it', [arranged('lending', { enabled: false })], ['loan'], ['loan.list']],
    ['a type is switched off when every entry to it is', [arranged('lending', { enabled: false }), arranged('setup', { subs: [arranged('tools', { enabled: false })] })], ['loan', 'tool'], ['loan.list', 'tool.list']],
    ['a page without a type is switched off with its entry', [arranged('home', { enabled: false })], [], ['main']],
    ['the inbox and the settings are never switched off', [arranged('inbox', { enabled: false }), arranged('setup', { enabled: false })], [], []],
  ])('%s', (_, arrangement, types, pages) => {
    const off = switchedOff({ menu: MENU, pages: PAGES }, arrangement)
    expect([[...off.types].sort(), [...off.pages].sort()]).toEqual([types, pages])
  })
})

describe('a sent arrangement', () => {
  it.each<[string, unknown, string, string]>([
    ['an object for the list', {}, 'p', 'The menu is sent as a list of entries.'],
    ['a text for an entry', ['lending'], 'p.0', 'A menu entry is sent with its name.'],
    ['an unknown entry', [{ name: 'gone' }], 'p.0', 'There is no menu entry "gone" here.'],
    ['an unknown entry of a package', [{ name: 'lending', subs: [{ name: 'home' }] }], 'p.lending.0', 'There is no menu entry "home" here.'],
    ['one entry twice', [{ name: 'home' }, { name: 'home' }], 'p.home', 'The menu entry "home" is sent twice.'],
    ['an unknown property', [{ name: 'home', page: 'x' }], 'p.home.page', 'A menu entry has no "page".'],
    ['a switch that is not a yes or no', [{ name: 'home', enabled: 1 }], 'p.home.enabled', 'Whether HOME is shown must be yes or no.'],
    ['the settings switched off', [{ name: 'setup', subs: [{ name: 'site', enabled: false }] }], 'p.setup.site.enabled', 'SITE cannot be switched off: nobody could switch it on again.'],
    ['the package of the settings switched off', [{ name: 'setup', enabled: false }], 'p.setup.enabled', 'SETUP cannot be switched off: nobody could switch it on again.'],
    ['an order that is not a whole number', [{ name: 'home', order: 1.5 }], 'p.home.order', 'The order of HOME must be a whole number from 0 to 10000.'],
    ['a caption that is too long', [{ name: 'home', caption: 'x'.repeat(41) }], 'p.home.caption', 'The caption of HOME must be a text of at most 40 characters.'],
    ['a caption with invisible characters', [{ name: 'home', caption: 'a\u0000b' }], 'p.home.caption', 'The caption of HOME must be a text of at most 40 characters.'],
    ['a caption for an entry named by a setting', [{ name: 'lending', subs: [{ name: 'loans', caption: 'x' }] }], 'p.lending.loans.caption', 'The caption of Loans is a setting of its own.'],
    ['an icon that is not a name', [{ name: 'home', icon: '<svg>' }], 'p.home.icon', 'The icon of HOME must be the name of an icon.'],
  ])('it is refused with %s', (_, sent, path, message) => {
    expect(readArrangement(MENU, PAGES, sent, 'p').issues).toMatchObject([{ path, message, severity: 'error' }])
  })

  it('it is read with its defaults and without empty values', () => {
    expect(readArrangement(MENU, PAGES, [{ name: 'lending', caption: ' Library ', icon: '', subs: [{ name: 'tools', enabled: false, order: 9 }] }, { name: 'home', caption: '\u3164' }], 'p')).toEqual({
      issues: [], entries: [{ name: 'lending', caption: 'Library', enabled: true, order: 2, subs: [{ name: 'tools', enabled: false, order: 9 }] }, { name: 'home', enabled: true, order: 1 }],
    })
  })

  it('its changes to the stored arrangement are listed', () => {
    const before = [arranged('lending', { order: 2, subs: [arranged('tools', { order: 1 })] })]
    const after = [arranged('lending', { order: 0, caption: 'Library', subs: [arranged('tools', { order: 1, enabled: false })] })]
    expect(arrangementChanges(MENU, PAGES, before, after)).toEqual([
      { trail: [], what: 'order', from: ['HOME', 'LENDING', 'INBOX', 'SETUP'], to: ['LENDING', 'HOME', 'INBOX', 'SETUP'] },
      { trail: ['lending'], what: 'caption', from: null, to: 'Library' },
      { trail: ['lending', 'tools'], what: 'enabled', from: true, to: false },
    ])
    expect(arrangementChanges(MENU, PAGES, after, after)).toEqual([])
  })
})
