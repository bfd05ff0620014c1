import { describe, expect, it } from 'vitest'
import type { ResolvedCard, ResolvedWizardStep } from '../../../core/index.ts'
import { fieldsIn, missingNeeds, placeOf, shownSteps, stepWith } from './wizard-steps.ts'

const step = (name: string, more: Partial<ResolvedWizardStep> = {}): ResolvedWizardStep => ({ name, title: name, sections: [name], needs: [], ...more })
const STEPS = [step('what', { needs: ['kind'] }), step('when', { needs: ['from'], sections: ['when', 'days'] }), step('who', { when: 'doc.isLong' }), step('save', { sections: [] })]
const CARD = { sections: { what: { kind: 'fields', fields: ['kind'] }, when: { kind: 'fields', fields: ['from', 'to'] }, days: { kind: 'lines', fields: [], field: 'days' }, who: { kind: 'attachments', fields: [] } } } as unknown as Pick<ResolvedCard, 'sections'>
const filled = (...names: string[]) => (field: string) => names.includes(field)
const wizard = { steps: Object.fromEntries(STEPS.map((one) => [one.name, one])), continueLabel: 'Continue', backLabel: 'Go back', after: 'thanks' as const }

describe('the steps of a wizard', () => {
  it('are those whose conditions hold, and the last one always', () => {
    expect(shownSteps(wizard, () => false).map(({ name }) => name)).toEqual(['what', 'when', 'save'])
    expect(shownSteps({ ...wizard, steps: { what: step('what'), save: step('save', { when: 'false' }) } }, () => false).map(({ name }) => name)).toEqual(['what', 'save'])
  })

  it.each<[string, string | null, string[], number, number]>([
    ['without one in the address, the first', null, [], 3, 0],
    ['one that does not exist is the first', 'nothing', ['kind', 'from'], 3, 0],
    ['the one in the address', 'who', ['kind', 'from'], 3, 2],
    ['none beyond a step that needs something', 'save', ['kind'], 3, 1],
    ['the first one if its need is emptied later', 'who', ['from'], 3, 0],
    ['none beyond what the server let pass', 'save', ['kind', 'from'], 1, 1],
  ])('of them is shown: %s', (_, asked, fields, furthest, place) => {
    expect(placeOf(STEPS, asked, { isFilled: filled(...fields), furthest })).toBe(place)
  })

  it('need what is still empty', () => {
    expect(missingNeeds(STEPS[1]!, filled('kind'))).toEqual(['from'])
    expect(missingNeeds(STEPS[3]!, filled())).toEqual([])
  })

  it.each<[string, string | undefined]>([['to', 'when'], ['days.3.hours', 'when'], ['files.0', 'who'], ['status', undefined], ['', undefined]])('with the field %s is %s', (path, name) => {
    expect(stepWith(STEPS, CARD, path, 'files')).toBe(name)
  })

  it('have the fields of their sections, each once', () => {
    expect(fieldsIn(CARD, ['when', 'days', 'when', 'gone', 'who'], 'files')).toEqual(['from', 'to', 'days', 'files'])
    expect(fieldsIn(CARD, ['who'])).toEqual([])
  })
})
