import { expect, it } from 'vitest'
import type { Answer } from '../../contract/index.ts'
import type { FieldIssue } from '../../core/index.ts'
import type { decide, runAction, updateRecord } from '../api/commands.ts'
import { answerText, reportAnswer } from './report-answer.ts'

const warning = (message: string): FieldIssue => ({ path: '', rule: 'check', message, severity: 'warning' })

function reported(answer: Answer<unknown>): string[] {
  const log: string[] = []
  reportAnswer(answer, { success: (text) => void log.push(`done: ${text}`), info: (text) => void log.push(`info: ${text}`) })
  return log
}

it('a message is shown with every warning beside it, the same warning once', () => {
  const answer = { data: null, message: 'Posted.', warnings: [warning('Not yours.'), warning('Over budget.'), warning('Not yours.')] }
  expect(reported(answer)).toEqual(['done: Posted.', 'info: Not yours.', 'info: Over budget.'])
  expect(answerText(answer)).toBe('Posted. Not yours. Over budget.')
})

it('nothing is shown for an answer without a message', () => {
  expect(reported({ data: null, message: '' })).toEqual([])
  expect(reported({ data: null, message: '', warnings: [warning('Over budget.')] })).toEqual(['info: Over budget.'])
})

it('a screen cannot show the message of a command by itself: types hide it', () => {
  type Told<T extends (...args: never[]) => Promise<unknown>> = Extract<keyof Awaited<ReturnType<T>>, 'message' | 'warnings'>
  const hidden: [Told<typeof runAction>, Told<typeof decide>, Told<typeof updateRecord>] extends [never, never, never] ? true : false = true
  expect(hidden).toBe(true)
})
