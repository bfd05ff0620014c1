import { describe, expect, it } from 'vitest'
import { newOverlayText, placeIssues, readText, textOf } from './overlay-text.ts'

const issue = (path: string) => ({ path, rule: 'E603', message: 'Gone.', severity: 'error' as const })
const TEXT = textOf({ extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, author: 'Somebody', operations: [{ do: 'set', at: 'actions.snd.label', to: 'Submit' }] })

describe('the text of an overlay', () => {
  it('it leaves out the author and is read back unchanged', () => {
    expect(TEXT).not.toContain('Somebody')
    expect(readText(TEXT).overlay).toMatchObject({ scope: { company: 'MRT' }, operations: [{ to: 'Submit' }] })
    expect(readText(newOverlayText({ type: 'fund', version: 2, scope: { role: 'finance' } })).overlay).toMatchObject({ extends: { id: 'fund', version: 2 } })
  })

  it.each([
    ['a comma', '{\n  "a": 1\n  "b": 2\n}', 'A comma is missing.', 3],
    ['a quotation mark', '{\n  "a: 1\n}', 'A quotation mark is missing.', 2],
    ['a value', '{\n  "a":\n}', 'A value is missing.', 3],
    ['its braces', '[]', 'An overlay must be a JSON object in braces.', 1],
  ])('without %s its problem says what is missing, and where', (_, text, message, line) => {
    expect(readText(text)).toMatchObject({ overlay: undefined, problems: [{ message, line }] })
  })

  it.each([
    ['operations.0.at', 12, '"actions.snd.label"'],
    ['operations.0.was', 10, '{'],
    ['scope.company', 7, '"MRT"'],
    ['permissions.x', 1, '{'],
    ['', 1, '{'],
  ])('an issue at “%s” is shown at line %i', (path, line, marked) => {
    const [problem] = placeIssues(TEXT, [issue(path)])
    expect([problem?.line, TEXT.slice(problem?.from, problem?.to)]).toEqual([line, marked])
  })
})
