import { expect, it } from 'vitest'
import type { Answer } from '../../contract/index.ts'
import type { FieldIssue } from '../../core/index.ts'
import { answerText, reportAnswer, toneOfAction } from './report-answer.ts'

const warning = (message: string): FieldIssue => ({ path: '', rule: 'check', message, severity: 'warning' })

function reported(answer: Answer<unknown>, no = '', whose = ''): string[] {
  const log: string[] = []
  reportAnswer(answer, no, { whose, toasts: { success: (text) => void log.push(`done: ${text}`), info: (text) => void log.push(`info: ${text}`) } })
  return log
}

it('a message is shown with every warning beside it, the same warning once', () => {
  const answer = { data: null, message: 'Posted.', warnings: [warning('Not yours.'), warning('Over budget.'), warning('Not yours.')] }
  expect(reported(answer)).toEqual(['done: Posted.', 'info: Not yours.', 'info: Over budget.'])
  expect(answerText(answer)).toBe('Posted. Not yours. Over budget.')
})

it('nothing is shown for an answer without a message', () => {
  expect(reported({ data: null, message: '' })).toEqual([])
  const answer = { data: null, message: '', warnings: [warning('Over budget.')] }
  expect(reported(answer)).toEqual(['info: Over budget.'])
  expect(answerText(answer)).toBe('Over budget.')
})

it.each([
  ['Sent for approval', 'A-7', 'Sent for approval · A-7'],
  ['Sent.', 'A-7', 'Sent · A-7'],
  ['A-7: items issued', 'A-7', 'A-7: items issued'],
  ['Settings saved.', '', 'Settings saved.'],
  ['Approved.', 'A-7', 'Approved · A-7 · Juma Omar', 'Juma Omar'],
  ['A-7 of Juma Omar is approved.', 'A-7', 'A-7 of Juma Omar is approved.', 'Juma Omar'],
])('of “%s” about record “%s” people read “%s”', (message, no, text, whose = '') => {
  expect(reported({ data: null, message }, no, whose)).toEqual([`done: ${text}`])
})

it.each([
  ['send', false, 'success'], ['cancel', true, 'info'], ['reject', false, 'info'], ['approve', false, 'success'],
])('the answer to %s looks as it is meant', (id, endsApproval, tone) => {
  expect(toneOfAction({ id, endsApproval })).toBe(tone)
})
