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
const wish = (name: string, more: Partial<ArrangedEntry> = {}): ArrangedEntry => ({ name, enabled: true, order: 5, ...more })
const names = (entries: readonly { id: string; subs: readonly { id: string }[] }[]): string[] => entries.flatMap(({ id, subs }) => [id, ...subs.map((sub) => `${id}/${sub.id}`)])

describe('the arranged menu', () => {
  it.each<[string, ArrangedEntry[], string[]]>([
    ['as declared when nothing is arranged', [], ['home', 'lending', 'lending/tools', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['in the wished order', [wish('inbox', { order: 0 })], ['inbox', 'home', 'lending', 'lending/tools', 'lending/loans', 'setup', 'setup/tools', 'setup/site']],
    ['without a package and all beneath it', [wish('lending', { enabled: false })], ['home', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['without one sub', [wish('lending', { order: 2, subs: [wish('tools', { enabled: false })] })], ['home', 'lending', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['with the subs in another order', [wish('lending', { order: 2, subs: [wish('loans', { order: 0 })] })], ['home', 'lending', 'lending/loans', 'lending/tools', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['never without the way to the settings', [wish('setup', { enabled: false, order: 4, subs: [wish('site', { enabled: false, order: 2 })] })], ['home', 'lending', 'lending/tools', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
    ['whatever is stored of entries that are gone', [wish('gone', { order: 0 })], ['home', 'lending', 'lending/tools', 'lending/loans', 'inbox', 'setup', 'setup/tools', 'setup/site']],
  ])('%s', (_, arrangement, expected) => {
    expect(names(arrangeMenu(MENU, PAGES, arrangement))).toEqual(expected)
  })

  it('has the wished captions and icons, apart from captions that are settings', () => {
    const [, lending] = arrangeMenu(MENU, PAGES, [wish('lending', { order: 2, caption: 'Library', icon: 'book', subs: [wish('loans', { caption: 'No' })] })])
    expect(lending).toMatchObject({ title: { text: 'Library' }, icon: 'book', subs: [{ title: { text: 'TOOLS' } }, { title: { text: 'Loans', setting: 'words.loans' } }] })
  })

  it('is shown whole to who arranges it', () => {
    const packages = packagesOf(MENU, PAGES, [wish('lending', { order: 2, enabled: false, icon: 'book' })])
    expect(packages.map(({ name, enabled, isFixed }) => [name, enabled, isFixed])).toEqual([['home', true, false], ['lending', false, false], ['inbox', true, false], ['setup', true, true]])
    expect(packages[1]).toMatchObject({ declaredIcon: 'box', icon: 'book', subs: [{ name: 'tools', enabled: true }, { name: 'loans' }] })
  })
})

describe('what is switched off', () => {
  it.each<[string, ArrangedEntry[], string[], string[]]>([
    ['nothing', [], [], []],
    ['a type with its list, not its card; another that an entry still leads to stays', [wish('lending', { enabled: false })], ['loan'], ['loan.list']],
    ['a type when every entry to it is off', [wish('lending', { enabled: false }), wish('setup', { subs: [wish('tools', { enabled: false })] })], ['loan', 'tool'], ['loan.list', 'tool.list']],
    ['a page of its own', [wish('home', { enabled: false })], [], ['main']],
    ['never the inbox nor the settings', [wish('inbox', { enabled: false }), wish('setup', { enabled: false })], [], []],
  ])('%s', (_, arrangement, types, pages) => {
    const off = switchedOff({ menu: MENU, pages: PAGES }, arrangement)
    expect([[...off.types].sort(), [...off.pages].sort()]).toEqual([types, pages])
  })
})

describe('a sent arrangement', () => {
  it.each<[string, unknown, string, string]>([
    ['no list', {}, 'p', 'The menu is sent as a list of entries.'],
    ['no entry', ['lending'], 'p.0', 'A menu entry is sent with its name.'],
    ['an unknown entry', [{ name: 'gone' }], 'p.0', 'There is no menu entry "gone" here.'],
    ['an unknown sub', [{ name: 'lending', subs: [{ name: 'home' }] }], 'p.lending.0', 'There is no menu entry "home" here.'],
    ['an entry twice', [{ name: 'home' }, { name: 'home' }], 'p.home', 'The menu entry "home" is sent twice.'],
    ['more than there is to say', [{ name: 'home', page: 'x' }], 'p.home.page', 'A menu entry has no "page".'],
    ['a switch that is none', [{ name: 'home', enabled: 1 }], 'p.home.enabled', 'Whether HOME is shown must be yes or no.'],
    ['the settings off', [{ name: 'setup', subs: [{ name: 'site', enabled: false }] }], 'p.setup.site.enabled', 'SITE cannot be switched off: nobody could switch it on again.'],
    ['what holds the settings off', [{ name: 'setup', enabled: false }], 'p.setup.enabled', 'SETUP cannot be switched off: nobody could switch it on again.'],
    ['an order that is none', [{ name: 'home', order: 1.5 }], 'p.home.order', 'The order of HOME must be a whole number from 0 to 10000.'],
    ['a caption too long', [{ name: 'home', caption: 'x'.repeat(41) }], 'p.home.caption', 'The caption of HOME must be a text of at most 40 characters.'],
    ['a caption of unseen characters', [{ name: 'home', caption: 'a\u0000b' }], 'p.home.caption', 'The caption of HOME must be a text of at most 40 characters.'],
    ['a caption of what a setting names', [{ name: 'lending', subs: [{ name: 'loans', caption: 'x' }] }], 'p.lending.loans.caption', 'The caption of Loans is a setting of its own.'],
    ['an icon that is none', [{ name: 'home', icon: '<svg>' }], 'p.home.icon', 'The icon of HOME must be the name of an icon.'],
  ])('with %s is refused', (_, sent, path, message) => {
    expect(readArrangement(MENU, PAGES, sent, 'p').issues).toMatchObject([{ path, message, severity: 'error' }])
  })

  it('is read with its defaults, without what is empty', () => {
    expect(readArrangement(MENU, PAGES, [{ name: 'lending', caption: ' Library ', icon: '', subs: [{ name: 'tools', enabled: false, order: 9 }] }, { name: 'home', caption: null }], 'p')).toEqual({
      issues: [], entries: [{ name: 'lending', caption: 'Library', enabled: true, order: 2, subs: [{ name: 'tools', enabled: false, order: 9 }] }, { name: 'home', enabled: true, order: 1 }],
    })
  })

  it('says what it changes', () => {
    const before = [wish('lending', { order: 2, subs: [wish('tools', { order: 1 })] })]
    const after = [wish('lending', { order: 0, caption: 'Library', subs: [wish('tools', { order: 1, enabled: false })] })]
    expect(arrangementChanges(MENU, PAGES, before, after)).toEqual([
      { trail: [], what: 'order', from: ['HOME', 'LENDING', 'INBOX', 'SETUP'], to: ['LENDING', 'HOME', 'INBOX', 'SETUP'] },
      { trail: ['lending'], what: 'caption', from: null, to: 'Library' },
      { trail: ['lending', 'tools'], what: 'enabled', from: true, to: false },
    ])
    expect(arrangementChanges(MENU, PAGES, after, after)).toEqual([])
  })
})
