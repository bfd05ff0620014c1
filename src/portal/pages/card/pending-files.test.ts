import { describe, expect, it } from 'vitest'
import type { FieldIssue } from '../../../core/index.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'
import { fileProblems, markRefused, openRefusals, sendable, withFiles } from './pending-files.ts'

const file = (name: string, refused?: string): PendingFile => ({ id: `id-${name}`, file: new Blob(['x']), fileName: name, mediaType: 'application/pdf', size: 1, ...(refused ? { refused } : {}) })
const issue = (path: string, message: string): FieldIssue => ({ path, rule: 'attachments.type', message, severity: 'error' })
const names = (files: PendingFile[]): string[] => files.map((one) => one.fileName)

describe('files that the server refused', () => {
  it.each([
    ['the second file that was sent', [issue('attachments.1', 'no PDF')], 0, { 'b.pdf': 'no PDF' }],
    ['a file after two stored ones', [issue('attachments.2', 'no PDF')], 2, { 'a.pdf': 'no PDF' }],
    ['several files at once', [issue('attachments.0', 'empty'), issue('attachments.1', 'no PDF')], 0, { 'a.pdf': 'empty', 'b.pdf': 'no PDF' }],
    ['no file when there are too many', [issue('attachments', 'at most 10')], 0, {}],
    ['no file when a line is wrong', [issue('lines.1.amount', 'too much')], 0, {}],
    ['no file when a stored one no longer exists', [issue('attachments.0', 'gone')], 1, {}],
  ])('they are marked with the server’s message: %s', (_, errors, kept, marked) => {
    const files = [file('a.pdf'), file('b.pdf')]
    const after = markRefused(files, fileProblems(errors, 'attachments', files, kept))
    expect(Object.fromEntries(after.filter((one) => one.refused).map((one) => [one.fileName, one.refused]))).toEqual(marked)
  })

  it('they are not sent again', () => {
    expect(names(sendable([file('fake.pdf', 'no PDF'), file('good.pdf')]))).toEqual(['good.pdf'])
  })

  it('they prevent saving until they are removed', () => {
    expect(openRefusals([file('good.pdf'), file('fake.pdf', 'no PDF')], 'attachments')).toEqual([{ path: 'attachments.id-fake.pdf', rule: 'attachments.refused', message: 'no PDF', severity: 'error' }])
    expect(openRefusals([file('good.pdf')], 'attachments')).toEqual([])
  })

  it('they are replaced by a file of the same name, and stay beside any other', () => {
    const files = [file('fake.pdf', 'no PDF'), file('good.pdf')]
    expect(withFiles(files, [file('other.pdf')]).map((one) => [one.fileName, one.refused])).toEqual([['fake.pdf', 'no PDF'], ['good.pdf', undefined], ['other.pdf', undefined]])
    expect(withFiles(files, [file('fake.pdf')]).map((one) => [one.fileName, one.refused])).toEqual([['good.pdf', undefined], ['fake.pdf', undefined]])
  })
})
