import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry } from '../manifest/resolve/resolved.ts'
import { readExtraLinks, withExtraLinks } from './extra-links.ts'

const entry = (id: string, more: Partial<ResolvedMenuEntry> = {}): ResolvedMenuEntry => ({ id, title: { text: id }, order: 1, subs: [], ...more })
const MENU = [entry('home', { page: 'main' }), entry('lending', { subs: [entry('loans', { records: 'loan' })] })]

describe('a link that a company adds', () => {
  it.each([
    'http://forms.example', 'javascript:alert(1)', 'https://', 'https:forms.example', 'https://forms.example@bad.example', 'https://a b.example', 'https://forms.example/a b', 'https://forms.example/"onclick=', '//forms.example', 'data:text/html,x', `https://forms.example/${'x'.repeat(500)}`,
  ])('is refused at the address %s', (url) => {
    expect(readExtraLinks(MENU, [], [{ title: 'Form', url }], 'p').issues).toMatchObject([{ path: 'p.0.url' }])
  })

  it.each(['https://forms.example', 'https://forms.example:8443/a?b=c@d#e', 'https://localhost/ü'])('is accepted at the address %s', (url) => {
    expect(readExtraLinks(MENU, [], [{ title: ' Form ', url: ` ${url} `, group: '', roles: [] }], 'p')).toEqual({ issues: [], links: [{ title: 'Form', url }] })
  })

  it.each<[string, unknown, string]>([
    ['no list', {}, 'p'], ['a text', ['https://forms.example'], 'p.0'], ['an entry that is no group', [{ title: 'Form', url: 'https://a.example', group: 'home' }], 'p.0.group'],
    ['a role that does not exist', [{ title: 'Form', url: 'https://a.example', roles: ['king'] }], 'p.0.roles'], ['no name', [{ title: '\u3164', url: 'https://a.example' }], 'p.0.title'],
    ['an unknown property', [{ title: 'Form', url: 'https://a.example', target: '_top' }], 'p.0.target'], ['too many', Array.from({ length: 21 }, () => ({ title: 'Form', url: 'https://a.example' })), 'p'],
  ])('is refused with %s', (_, sent, path) => {
    expect(readExtraLinks(MENU, [], sent, 'p').issues).toMatchObject([{ path }])
  })

  it('is at the end of its group; without one, or if the group is gone, in one of its own', () => {
    const menu = withExtraLinks(MENU, [{ title: 'A', url: 'https://a.example', group: 'lending' }, { title: 'B', url: 'https://b.example' }, { title: 'C', url: 'https://c.example', group: 'gone', roles: ['hr'] }])
    expect(menu.map(({ id, subs }) => [id, subs.map(({ title, url }) => url ?? title.text)])).toEqual([['home', []], ['lending', ['loans', 'https://a.example']], ['extra-links', ['https://b.example', 'https://c.example']]])
    expect(menu[2]?.subs[1]?.roles).toEqual(['hr'])
    expect(withExtraLinks(MENU, [])).toEqual(MENU)
  })
})
