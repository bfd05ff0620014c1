import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../document/json.ts'
import { actionRefusal, ruleRefusal } from './additions.ts'

const base: JsonObject = { states: { Open: { initial: true, editable: true }, Begun: { editable: true, wire: { status: 'Closed' } }, Running: {}, Done: { final: true, wire: 'Closed' } }, actions: {} }

describe('an action that an overlay adds', () => {
  test.each<[string, JsonObject, RegExp | undefined]>([
    ['it may lead to a new state of the overlay', { from: ['Open'], to: 'Hold' }, undefined],
    ['it may not lead out of a state in which documents cannot be edited', { from: ['Running'], to: 'Hold' }, /out of the state "Running"/],
    ['it may not lead out of a final state', { from: ['Done'], to: 'Hold' }, /out of the state "Done"/],
    ['it may not lead out of a final state named by its wire value', { from: ['Closed'], to: 'Hold' }, /out of the state "Done"/],
    ['it may not lead to a state of the base from any state', { from: ['Open'], to: { Open: 'Begun' } }, /"Begun" would be reached from "Open"/],
    ['it may not lead to a state of the base by a condition', { from: ['Open'], to: { Open: [{ when: 'true', to: 'Hold' }, { to: 'Begun' }] } }, /"Begun" would be reached from "Open"/],
  ])('%s', (_, action, why) => {
    const found = actionRefusal('slip', { who: ['owner'], ...action }, base, { ...base, states: { ...(base['states'] as JsonObject), Hold: {} } })
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

  test.each(['stage', 'outcome', 'remark'].flatMap((on) => EFFECTS.map((effect): [string, JsonObject] => [on, effect])))('it may neither empty nor set "%s", which carries the state to other systems: %j', (on, effect) => {
    expect(ruleRefusal({ on, ...effect }, wired)).toBe(`only the base sets the value of "${on}"`)
    expect(ruleRefusal({ on: ['reason', on], ...effect }, wired)).toBe(`only the base sets the value of "${on}"`)
  })

  test('it may hide another field', () => {
    expect(ruleRefusal({ on: 'reason', visible: 'false' }, wired)).toBeUndefined()
  })

  test('it may not empty the state field either where the base does not declare it', () => {
    for (const effect of EFFECTS) expect(ruleRefusal({ on: 'status', ...effect }, { states: { Open: {} } })).toBe('only the base sets the value of "status"')
  })
})
