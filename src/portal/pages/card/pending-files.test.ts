import { describe, expect, it } from 'vitest'
import type { FieldIssue } from '../../../core/index.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'
import { fileProblems, markRefused, openRefusals, sendable, withFiles } from './pending-files.ts'

const file = (name: string, refused?: string): PendingFile => ({ id: `id-${name}`, file: new Blob(['x']), fileName: name, mediaType: 'application/pdf', size: 1, ...(refused ? { refused } : {}) })
const issue = (path: string, message: string): FieldIssue => ({ path, rule: 'attachments.type', message, severity: 'error' })
const names = (files: PendingFile[]): string[] => files.map((one) => one.fileName)

describe('files that the server refused', () => {
  it.each([
    ['the second of what was sent', [issue('attachments.1', 'no PDF')], 0, { 'b.pdf': 'no PDF' }],
    ['behind two stored ones', [issue('attachments.2', 'no PDF')], 2, { 'a.pdf': 'no PDF' }],
    ['several at once', [issue('attachments.0', 'empty'), issue('attachments.1', 'no PDF')], 0, { 'a.pdf': 'empty', 'b.pdf': 'no PDF' }],
    ['none, when all together are too many', [issue('attachments', 'at most 10')], 0, {}],
    ['none, when a line is wrong', [issue('lines.1.amount', 'too much')], 0, {}],
    ['none, when a stored one is gone', [issue('attachments.0', 'gone')], 1, {}],
  ])('are marked with its sentence: %s', (_, errors, kept, marked) => {
    const files = [file('a.pdf'), file('b.pdf')]
    const after = markRefused(files, fileProblems(errors, 'attachments', files, kept))
    expect(Object.fromEntries(after.filter((one) => one.refused).map((one) => [one.fileName, one.refused]))).toEqual(marked)
  })

  it('are neither sent again nor counted', () => {
    expect(names(sendable([file('fake.pdf', 'no PDF'), file('good.pdf')]))).toEqual(['good.pdf'])
  })

  it('stand against saving until they are gone', () => {
    expect(openRefusals([file('good.pdf'), file('fake.pdf', 'no PDF')], 'attachments')).toEqual([{ path: 'attachments.id-fake.pdf', rule: 'attachments.refused', message: 'no PDF', severity: 'error' }])
    expect(openRefusals([file('good.pdf')], 'attachments')).toEqual([])
  })

  it('make way for another of their name, and stay beside any other', () => {
    const files = [file('fake.pdf', 'no PDF'), file('good.pdf')]
    expect(withFiles(files, [file('other.pdf')]).map((one) => [one.fileName, one.refused])).toEqual([['fake.pdf', 'no PDF'], ['good.pdf', undefined], ['other.pdf', undefined]])
    expect(withFiles(files, [file('fake.pdf')]).map((one) => [one.fileName, one.refused])).toEqual([['good.pdf', undefined], ['fake.pdf', undefined]])
  })
})
