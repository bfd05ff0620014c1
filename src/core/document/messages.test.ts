import { describe, expect, test } from 'vitest'
import type { Json } from './json.ts'
import { makeShape, makeType } from '../testing/make-type.ts'
import { message } from './messages.ts'
import { textOf, titleOf } from './titles.ts'

const manifest = makeType({ title: { one: 'Petty Cash', many: 'Petty Cash', setting: 'minor.caption', list: 'My {one} Requests', listFor: { auditor: 'Every {one}', finance: '{one} Requests' }, new: 'New Request' }, shape: makeShape({ amount: { type: 'number', money: '' } }), messages: { paid: '{amount} paid for {code}', updated: 'You have successfully Updated {no} {title} Record', minimum: 'Not below {limit}' } })

describe('texts for people', () => {
  test.each<[string, Record<string, Json>, string]>([
    ['required', {}, 'Required.'],
    ['stale', {}, 'This record was changed by someone else. Reload.'],
    ['updated', { no: 'PC-1' }, 'You have successfully Updated PC-1 Petty Cash Record'],
    ['updated', { no: 'PC-1', title: 'Float' }, 'You have successfully Updated PC-1 Float Record'],
    ['paid', { amount: 60000.5, code: 10300 }, '60,000.5 paid for 10300'],
    ['minimum', { limit: 1 }, 'Not below 1'],
    ['attachments.size', { limit: 2 }, 'File size should be less than 2 MB!'],
    ['attachments.required', {}, 'Attachment is required!'],
    ['Petty Cash successfully sent for approval', {}, 'Petty Cash successfully sent for approval'],
    ['approve', {}, 'Document approved successfully'],
    ['send', { no: 'PC-1' }, 'Petty Cash PC-1: send'],
    ['readOnly', { label: '$& {no}' }, '$& {no} cannot be changed.'],
    ['constructor', {}, 'constructor'],
    ['{toString} stays out', {}, 'stays out'],
  ])('the message “%s” is filled from %j', (key, values, expected) => {
    expect(message(manifest, key, values)).toBe(expected)
  })

  test('a setting replaces a caption unless it is blank, and a list’s title depends on the roles', () => {
    expect(titleOf(manifest, {}).list).toBe('My Petty Cash Requests')
    expect(titleOf(manifest, { minor: { caption: 'Float' } })).toEqual({ one: 'Float', many: 'Float', list: 'My Float Requests', new: 'New Request' })
    expect(titleOf(manifest, {}, ['everyone', 'finance']).list).toBe('Petty Cash Requests')
    expect(titleOf(manifest, {}, ['everyone', 'finance', 'auditor']).list).toBe('Every Petty Cash')
    expect(textOf({ text: 'Save', setting: 'minor.caption' }, { minor: { caption: ' ' } })).toBe('Save')
  })
})
