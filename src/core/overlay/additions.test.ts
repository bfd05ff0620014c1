import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../document/json.ts'
import { whyNoAction, whyNoRule } from './additions.ts'

const base: JsonObject = { states: { Open: { initial: true }, Begun: { wire: { status: 'Closed' } }, Done: { final: true, wire: 'Closed' } }, actions: {} }

describe('an action that an overlay adds', () => {
  test.each<[string, JsonObject, RegExp | undefined]>([
    ['may lead to a state of its own', { from: ['Open'], to: 'Hold' }, undefined],
    ['does not lead out of a final state', { from: ['Done'], to: 'Hold' }, /out of the state "Done"/],
    ['does not lead out of one by the word that it is told as', { from: ['Closed'], to: 'Hold' }, /out of the state "Done"/],
    ['does not lead to a state of the base, from whichever state', { from: ['Open'], to: { Open: 'Begun' } }, /"Begun" would be reached from "Open"/],
    ['does not lead to one by a condition', { from: ['Open'], to: { Open: [{ when: 'true', to: 'Hold' }, { to: 'Begun' }] } }, /"Begun" would be reached from "Open"/],
  ])('%s', (_, action, why) => {
    const found = whyNoAction('slip', { who: ['owner'], ...action }, base, { ...base, states: { ...(base['states'] as JsonObject), Hold: {} } })
    if (why === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(why)
  })
})

describe('a rule that an overlay adds', () => {
  const wired: JsonObject = {
    stateField: 'stage', states: { Open: {}, Done: { wire: { stage: 'Closed', outcome: 'Settled' } }, Void: { wire: { outcome: '', remark: 'Void' } } },
    schema: { properties: { stage: {}, outcome: { type: 'string' }, remark: { type: 'string' }, reason: { type: 'string' } } },
  }
  const EFFECTS: JsonObject[] = [{ visible: 'false' }, { visible: 'false', whenHidden: 'keep' }, { enabled: 'false', whenDisabled: 'clear' }, { value: '""' }]

  test.each(['stage', 'outcome', 'remark'].flatMap((on) => EFFECTS.map((effect): [string, JsonObject] => [on, effect])))('neither empties nor sets "%s", which carries the state to other systems: %j', (on, effect) => {
    expect(whyNoRule({ on, ...effect }, wired)).toBe(`only the base sets the value of "${on}"`)
    expect(whyNoRule({ on: ['reason', on], ...effect }, wired)).toBe(`only the base sets the value of "${on}"`)
  })

  test('may hide another field', () => {
    expect(whyNoRule({ on: 'reason', visible: 'false' }, wired)).toBeUndefined()
  })

  test('empties no state field that the base does not declare', () => {
    for (const effect of EFFECTS) expect(whyNoRule({ on: 'status', ...effect }, { states: { Open: {} } })).toBe('only the base sets the value of "status"')
  })
})
