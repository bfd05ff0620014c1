import { describe, expect, it } from 'vitest'
import type { ResolvedPage } from '../../core/index.ts'
import { approvalsPath, cardPath, decisionPath, decodeOldKey, listPath, pathTo, presentPath, printPath } from './links.ts'
import type { Pages } from './links.ts'

const page = (given: Partial<ResolvedPage>): ResolvedPage => ({ id: 'x', module: 'm', path: '/x', screen: 'list', ...given })
const pages: Pages = {
  list: page({ path: '/loans/list', type: 'loan' }),
  form: page({ path: '/loans/form', screen: 'card', type: 'loan', key: { in: 'query', name: 'edit' } }),
  paper: page({ path: '/loans/paper/:docNo', screen: 'document', type: 'loan', print: 'paper', key: { in: 'path', name: 'docNo' } }),
  own: page({ path: '/loans/decide/:loan', screen: 'approval', type: 'loan', key: { in: 'path', name: 'loan' } }),
  any: page({ path: '/approvals/card/:type/:key', screen: 'approval', key: { in: 'path', name: 'key' } }),
  kind: page({ path: '/gifts/:sort/form/:key?', screen: 'card', type: 'gift', key: { in: 'path', name: 'key' }, scope: { sort: { in: 'path', name: 'sort' }, giver: { in: 'query', name: 'from' } } }),
  inbox: page({ path: '/approvals/list', screen: 'approvals' }),
}

describe('addresses', () => {
  it.each([
    ['a declared list', listPath(pages, 'loan'), '/loans/list'],
    ['the list of a type without pages', listPath(pages, 'device'), '/records/device'],
    ['a record by query', cardPath(pages, 'loan', 'L-1'), '/loans/form?edit=L-1'],
    ['a new record where the key is in the query', cardPath(pages, 'loan'), '/loans/form'],
    ['a record of a type without pages', cardPath(pages, 'device', 'D-1'), '/records/device/card/D-1'],
    ['a new record of a type without pages', cardPath(pages, 'device'), '/records/device/card'],
    ['a new record with what its page says of it', cardPath(pages, 'gift', undefined, { sort: 'a/b', giver: 'Otieno', other: 'x' }), '/gifts/a%2Fb/form?from=Otieno'],
    ['a record with what its page says of it', cardPath(pages, 'gift', 'G-1', { sort: 'book' }), '/gifts/book/form/G-1'],
    ['a key that would break out of its place in the query', cardPath(pages, 'loan', 'a&b=c/d ?'), '/loans/form?edit=a%26b%3Dc%2Fd%20%3F'],
    ['a key that would break out of its place in the path', cardPath(pages, 'device', '../x'), '/records/device/card/..%2Fx'],
    ['a printed form', printPath(pages, 'loan', 'L/1', 'paper'), '/loans/paper/L%2F1'],
    ['a form that has no screen', printPath(pages, 'loan', 'L-1', 'label'), undefined],
    ['a form of a type without pages', printPath(pages, 'device', 'D-1', 'paper'), undefined],
    ['the decision on a type’s own screen', decisionPath(pages, 'loan', 'L/1'), '/loans/decide/L%2F1'],
    ['the decision on the screen of all types', decisionPath(pages, 'device', 'D-1'), '/approvals/card/device/D-1'],
    ['no decision', decisionPath({}, 'loan', 'L-1'), undefined],
    ['the approvals', approvalsPath(pages), '/approvals/list'],
    ['no approvals', approvalsPath({}), undefined],
    ['an optional part left out', pathTo(page({ path: '/a/:key?', key: { in: 'path', name: 'key' } })), '/a'],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('an address with an earlier name of a type', () => {
  const types = { device: { manifest: '1', can: [], renamedFrom: ['gadget', 'tool'] }, gift: { manifest: '2', can: [] } }
  const card = '/records/:type/card/:key?'
  it.each([
    ['leads to the type of today', card, { type: 'gadget', key: 'D/1' }, '/records/device/card/D%2F1'],
    ['the one before that', card, { type: 'tool' }, '/records/device/card'],
    ['on the screen of all decisions', '/approvals/card/:type/:key', { type: 'tool', key: 'D-1' }, '/approvals/card/device/D-1'],
    ['stays where it names the type of today', card, { type: 'device', key: 'D-1' }, undefined],
    ['stays where there is no such type', card, { type: 'boat', key: 'D-1' }, undefined],
    ['stays where it names no type', '/loans/list', {}, undefined],
  ])('%s', (_, path, params, expected) => {
    expect(presentPath({ types }, path, params)).toBe(expected)
  })
})

describe('a key out of an old link', () => {
  it.each([
    ['base64 of a key', btoa('PC-2026-00001'), 'PC-2026-00001'],
    ['a plain key', 'PC-2026-00001', undefined],
    ['base64 of bytes that are no text', btoa('\u0000\u0001\u00ff'), undefined],
    ['nothing', '', undefined],
  ])('%s', (_, key, expected) => {
    expect(decodeOldKey(key)).toBe(expected)
  })
})
