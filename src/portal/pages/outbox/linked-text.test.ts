import { describe, expect, it } from 'vitest'
import { linkedParts } from './linked-text.ts'

const ORIGIN = 'https://portal.example'
const links = (text: string): (string | undefined)[][] => linkedParts(text, ORIGIN).flatMap(({ text: shown, href }) => (href === undefined ? [] : [[shown, href]]))

describe('addresses in a text', () => {
  it.each([
    ['Open https://portal.example/auth/setPassword/abc-_9 now', [['https://portal.example/auth/setPassword/abc-_9', '/auth/setPassword/abc-_9']]],
    ['See https://portal.example/pettycash/list?tile=Open#top.', [['https://portal.example/pettycash/list?tile=Open#top', '/pettycash/list?tile=Open#top']]],
    ['(https://elsewhere.example/a), http://localhost:3000/b!', [['https://elsewhere.example/a', 'https://elsewhere.example/a'], ['http://localhost:3000/b', 'http://localhost:3000/b']]],
    ['http://portal.example/other-protocol', [['http://portal.example/other-protocol', 'http://portal.example/other-protocol']]],
    ['//portal.example/a and portal.example/b and mailto:a@b.c', []],
    ['javascript:alert(1) data:text/html,x vbscript:x file:///etc/passwd', []],
    ['https://portal.example@evil.example/', []],
    ['https://user:word@portal.example/', []],
    ['https:// http://[ https://%', []],
    ['xhttps://portal.example', []],
    ['<a href="https://portal.example/a">b</a>', [['https://portal.example/a', '/a']]],
    ['https://portal.example//evil.example', [['https://portal.example//evil.example', 'https://portal.example//evil.example']]],
  ])('%j has the links %j', (text, expected) => {
    expect(links(text)).toEqual(expected)
    expect(linkedParts(text, ORIGIN).map((part) => part.text).join('')).toBe(text)
  })
})
