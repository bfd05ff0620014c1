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

describe('the addresses of screens', () => {
  it.each([
    ['the address of a declared list', listPath(pages, 'loan'), '/loans/list'],
    ['the address of the list of a type without pages', listPath(pages, 'device'), '/records/device'],
    ['the address of a record by query', cardPath(pages, 'loan', 'L-1'), '/loans/form?edit=L-1'],
    ['the address of a new record with the key in the query', cardPath(pages, 'loan'), '/loans/form'],
    ['the address of a record of a type without pages', cardPath(pages, 'device', 'D-1'), '/records/device/card/D-1'],
    ['the address of a new record of a type without pages', cardPath(pages, 'device'), '/records/device/card'],
    ['the address of a new record with the scope of its page', cardPath(pages, 'gift', undefined, { sort: 'a/b', giver: 'Otieno', other: 'x' }), '/gifts/a%2Fb/form?from=Otieno'],
    ['the address of a record with the scope of its page', cardPath(pages, 'gift', 'G-1', { sort: 'book' }), '/gifts/book/form/G-1'],
    ['the address of a key with special characters in the query', cardPath(pages, 'loan', 'a&b=c/d ?'), '/loans/form?edit=a%26b%3Dc%2Fd%20%3F'],
    ['the address of a key with special characters in the path', cardPath(pages, 'device', '../x'), '/records/device/card/..%2Fx'],
    ['the address of a printed form', printPath(pages, 'loan', 'L/1', 'paper'), '/loans/paper/L%2F1'],
    ['the address of a form without a screen', printPath(pages, 'loan', 'L-1', 'label'), '/records/loan/print/label/L-1'],
    ['the address of a form of a type without pages', printPath(pages, 'device', 'D/1', 'paper'), '/records/device/print/paper/D%2F1'],
    ['the address of the decision on a type’s own screen', decisionPath(pages, 'loan', 'L/1'), '/loans/decide/L%2F1'],
    ['the address of the decision on the screen for all types', decisionPath(pages, 'device', 'D-1'), '/approvals/card/device/D-1'],
    ['the address of a decision without a screen', decisionPath({}, 'loan', 'L-1'), undefined],
    ['the address of the approvals', approvalsPath(pages), '/approvals/list'],
    ['the address of the approvals without a screen', approvalsPath({}), undefined],
    ['the address without its optional part', pathTo(page({ path: '/a/:key?', key: { in: 'path', name: 'key' } })), '/a'],
  ])('%s is %s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('an address with an earlier name of a type', () => {
  const types = { device: { manifest: '1', can: [], renamedFrom: ['gadget', 'tool'] }, gift: { manifest: '2', can: [] } }
  const card = '/records/:type/card/:key?'
  it.each([
    ['it leads to the type of the present name', card, { type: 'gadget', key: 'D/1' }, '/records/device/card/D%2F1'],
    ['it leads there by a still earlier name', card, { type: 'tool' }, '/records/device/card'],
    ['it leads there on the screen of all decisions', '/approvals/card/:type/:key', { type: 'tool', key: 'D-1' }, '/approvals/card/device/D-1'],
    ['it is unchanged when it has the present name', card, { type: 'device', key: 'D-1' }, undefined],
    ['it is unchanged when there is no such type', card, { type: 'boat', key: 'D-1' }, undefined],
    ['it is unchanged when it names no type', '/loans/list', {}, undefined],
  ])('%s', (_, path, params, expected) => {
    expect(presentPath({ types }, path, params)).toBe(expected)
  })
})

describe('the key in an old link', () => {
  it.each([
    ['it is decoded from base64', btoa('PC-2026-00001'), 'PC-2026-00001'],
    ['it is not decoded when it is plain', 'PC-2026-00001', undefined],
    ['it is not decoded from base64 of bytes that are not text', btoa('\u0000\u0001\u00ff'), undefined],
    ['it is not decoded when it is empty', '', undefined],
  ])('%s', (_, key, expected) => {
    expect(decodeOldKey(key)).toBe(expected)
  })
})
