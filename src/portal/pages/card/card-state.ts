import type { WireRecord } from '../../../contract/index.ts'
import type { FieldIssue } from '../../../core/index.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'
import type { Clash } from '../../drafts/merge-changes.ts'

/** Where a card is in its life: at rest, at work, behind what somebody else stored, or on the way to another screen. */
export type Phase = 'open' | 'saving' | 'acting' | 'stale' | 'gone'

/** What a card does. */
export type Work = 'save' | 'act'

/** What happens to a card: work begins or ends, somebody else was first, that is put away, the screen moves on. */
export type Happening = Work | 'end' | 'overtaken' | 'put-away' | 'leave'

/** Where each of them leads from where. What is not named changes nothing: one thing is done at a time, and nothing on a card that goes away. */
export const NEXT: Record<Phase, Partial<Record<Happening, Phase>>> = {
  open: { save: 'saving', act: 'acting', overtaken: 'stale', leave: 'gone' },
  saving: { end: 'open', overtaken: 'stale', leave: 'gone' },
  acting: { end: 'open', overtaken: 'stale', leave: 'gone' },
  stale: { save: 'saving', act: 'acting', 'put-away': 'open', leave: 'gone' },
  gone: {},
}

/** How a card stands; never changed, only followed by another, so that work goes on with what it began with. */
export interface CardState {
  phase: Phase
  /** The action that is under way, until it has ended: a card may be stale or gone before. */
  busy: string | undefined
  /** As it was last stored; undefined for a new one. */
  record: WireRecord | undefined
  files: PendingFile[]
  /** Whether it shows a draft that an earlier visit left. */
  wasRestored: boolean
  /** What stood against the last try. */
  summary: FieldIssue[]
  clashes: Clash[]
}

/** Whether the card may begin with it now. */
export const mayBegin = ({ phase, busy }: CardState, work: Work): boolean => NEXT[phase][work] !== undefined && busy === undefined

/** The card with the work begun. */
export function begun(state: CardState, work: Work, action: string): CardState {
  return { ...state, phase: NEXT[state.phase][work] ?? state.phase, busy: action }
}

/** The card after something happened to it. */
export function after(state: CardState, happening: Exclude<Happening, Work>): CardState {
  return { ...state, phase: NEXT[state.phase][happening] ?? state.phase, busy: happening === 'end' ? undefined : state.busy }
}

/** Whether nothing is done to it and nobody is asked anything. */
export const isAtRest = ({ phase, busy }: CardState): boolean => phase === 'open' && busy === undefined
