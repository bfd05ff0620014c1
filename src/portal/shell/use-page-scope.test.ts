import { describe, expect, it } from 'vitest'
import { valueIn } from './use-page-scope.ts'

describe('the first value of a field in an address', () => {
  it.each<[what: string, field: Parameters<typeof valueIn>[0], text: string, value: unknown]>([
    ['of a text is taken', { type: 'string' }, 'ANNUAL', 'ANNUAL'], ['of a text that is too long is ignored', { type: 'string' }, 'x'.repeat(501), undefined],
    ['of a choice is one of its values', { type: 'string', enum: ['By days', 'By end'] }, 'By end', 'By end'], ['of a choice is no other', { type: 'string', enum: ['By days'] }, 'By end', undefined],
    ['of a date is taken', { type: 'string', format: 'date' }, '2027-04-05', '2027-04-05'], ['of a date that there is not is ignored', { type: 'string', format: 'date' }, '2027-02-30', undefined],
    ['of a number is taken as one', { type: 'number' }, '2.5', 2.5], ['of a number is no text', { type: 'number' }, 'two', undefined],
    ['of yes or no is taken as such', { type: 'boolean' }, 'false', false], ['of yes or no is nothing else', { type: 'boolean' }, '0', undefined],
    ['of an address for mail is left to people', { type: 'string', format: 'email' }, 'a@b.example', undefined],
  ])('%s', (_, field, text, value) => {
    expect(valueIn(field, text)).toEqual(value)
  })
})
