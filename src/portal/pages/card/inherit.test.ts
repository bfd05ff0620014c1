import { describe, expect, it } from 'vitest'
import type { Doc, JsonObject, ResolvedSection } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { applyToLines, type LastingAnswers } from './inherit.ts'

const section = { field: 'lines', inherits: { fields: ['place', 'fund'], ask: 'Apply?' } } as unknown as ResolvedSection

/** A form with a header and lines, as far as inheritance needs one. */
function formOf(doc: Doc): FormModel {
  const lines = doc['lines'] as JsonObject[]
  return {
    doc: () => doc, value: (name: string) => doc[name],
    set(path: string, value: JsonObject[string]) {
      const [, index = '', name = ''] = path.split('.')
      lines[Number(index)]![name] = value
    },
  } as unknown as FormModel
}

/** The lines after the header's fields changed; `answer` is the answer that the user gave for the rest of the session. */
async function after(lines: JsonObject[], changed: string[], answer?: boolean): Promise<JsonObject[]> {
  const doc = { place: 'NBO', fund: 'CORE', lines }
  const lasting: LastingAnswers = new Map(answer === undefined ? [] : [['lines', answer]])
  await applyToLines(formOf(doc), section, new Set(changed), lasting)
  return doc.lines
}

describe('lines when the header changes', () => {
  it.each<[string, JsonObject[], string[], boolean | undefined, JsonObject[]]>([
    ['an empty value is filled without a question', [{ place: '' }, {}], ['place'], undefined, [{ place: 'NBO' }, { place: 'NBO' }]],
    ['a line’s own value is kept when the answer is no', [{ place: 'KSM' }, {}], ['place'], false, [{ place: 'KSM' }, {}]],
    ['a line’s own value is replaced when the answer is yes', [{ place: 'KSM' }, {}], ['place'], true, [{ place: 'NBO' }, { place: 'NBO' }]],
    ['a field that did not change in the header is left alone', [{ place: 'KSM' }], ['fund'], undefined, [{ place: 'KSM', fund: 'CORE' }]],
    ['a field that lines do not inherit changes nothing', [{ place: 'KSM' }], ['text'], undefined, [{ place: 'KSM' }]],
    ['lines that already agree cause no question', [{ place: 'NBO' }], ['place'], undefined, [{ place: 'NBO' }]],
  ])('%s', async (_, lines, changed, answer, left) => {
    expect(await after(lines, changed, answer)).toEqual(left)
  })
})
