import type { WireRecord } from '../../../contract/index.ts'
import type { FieldIssue } from '../../../core/index.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'
import type { Clash } from '../../drafts/merge-changes.ts'

/** The phase of a card: idle, at work, overtaken by another user's save, or on the way to another screen. */
export type CardPhase = 'open' | 'saving' | 'acting' | 'stale' | 'gone'

/** The kinds of work of a card. */
export type CardWork = 'save' | 'act'

/** Events of a card: work begins or ends, another user saved first, that notice is dismissed, the screen moves on. */
export type CardEvent = CardWork | 'end' | 'overtaken' | 'dismiss' | 'leave'

/**
 * The transitions. An event that is not listed changes nothing: there is one piece of work at a time, and none on a card that is going
 * away.
 */
export const CARD_TRANSITIONS: Record<CardPhase, Partial<Record<CardEvent, CardPhase>>> = {
  open: { save: 'saving', act: 'acting', overtaken: 'stale', leave: 'gone' },
  saving: { end: 'open', overtaken: 'stale', leave: 'gone' },
  acting: { end: 'open', overtaken: 'stale', leave: 'gone' },
  stale: { save: 'saving', act: 'acting', dismiss: 'open', leave: 'gone' },
  gone: {},
}

/** The state of a card. Immutable: work continues with the state with which it began. */
export interface CardState {
  phase: CardPhase
  /** The running action, until it ends; the card may be stale or gone before that. */
  busy: string | undefined
  /** As last stored; undefined for a new record. */
  record: WireRecord | undefined
  files: PendingFile[]
  /** Whether it shows a draft from an earlier visit. */
  wasRestored: boolean
  /** The errors of the last attempt. */
  summary: FieldIssue[]
  clashes: Clash[]
}

/** Whether the card may begin the work now. */
export const mayBegin = ({ phase, busy }: CardState, work: CardWork): boolean => CARD_TRANSITIONS[phase][work] !== undefined && busy === undefined

/** The state with the work begun. */
export function begun(state: CardState, work: CardWork, action: string): CardState {
  return { ...state, phase: CARD_TRANSITIONS[state.phase][work] ?? state.phase, busy: action }
}

/** The state after an event. */
export function after(state: CardState, happening: Exclude<CardEvent, CardWork>): CardState {
  return { ...state, phase: CARD_TRANSITIONS[state.phase][happening] ?? state.phase, busy: happening === 'end' ? undefined : state.busy }
}

/** Whether no work is running and no question is open. */
export const isAtRest = ({ phase, busy }: CardState): boolean => phase === 'open' && busy === undefined
