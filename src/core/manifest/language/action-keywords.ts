import type { Action } from './manifest.generated.ts'

/**
 * The facts about a keyword of an action, besides its structure, which the schema defines, and its behaviour, which depends on the code that
 * reads it.
 */
interface ActionKeyword {
  /** Boolean, and false if it is omitted: its property of ResolvedAction, and the portal's copy, come from here. */
  isFlag?: true
  /** Of a flag: the portal gets it as if it were omitted. */
  isServerOnly?: true
  /** Affects only texts, looks and place: overlays may change it in actions of the base and in decisions. */
  isLayout?: true
  /** What it makes an action do, completing "an added action …": an overlay may not add such an action. */
  consequence?: string
}

/** Every keyword of an action. A new one needs its line here, its sentence in schemas/document-type.schema.json, and code that reads it. */
export const ACTION_KEYWORDS = {
  label: { isLayout: true },
  icon: { isLayout: true },
  tone: { isLayout: true },
  confirm: { isLayout: true },
  success: { isLayout: true },
  failure: { isLayout: true },
  place: { isLayout: true },
  waitsForInput: { isFlag: true, isLayout: true },
  views: {},
  from: {},
  who: {},
  when: {},
  to: {},
  input: {},
  shows: {},
  checks: {},
  fields: {},
  sets: {},
  saves: { isFlag: true, consequence: 'changes the document' },
  deletes: { isFlag: true, consequence: 'deletes the document' },
  /** Saves what is on the card before it acts. */
  savesFirst: { isFlag: true, consequence: 'changes the document' },
  /** Checks and responds; writes nothing. */
  answersOnly: { isFlag: true },
  starts: { consequence: 'starts an approval' },
  ends: { consequence: 'ends an approval' },
  posts: { consequence: 'writes entries' },
  runs: { consequence: 'runs actions on other records' },
  effects: { consequence: 'runs effects' },
  notifies: { consequence: 'notifies people' },
  /** Not allowed for the document's owner. */
  notByOwner: { isFlag: true },
  stepUp: {},
  relaxable: { isFlag: true, isServerOnly: true },
} as const satisfies { [K in keyof Required<Action>]: ActionKeyword }

type Keywords = typeof ACTION_KEYWORDS
type Flag = { [K in keyof Keywords]: Keywords[K] extends { isFlag: true } ? K : never }[keyof Keywords]
/** The boolean keywords as properties of a resolved action. */
export type ActionFlags = Record<Flag, boolean>

const ENTRIES = Object.entries(ACTION_KEYWORDS) as [keyof Action, ActionKeyword][]
const FLAGS = ENTRIES.filter(([, { isFlag }]) => isFlag) as [Flag, ActionKeyword][]

/** The keywords that overlays may change in any action. */
export const LAYOUT_KEYWORDS: ReadonlySet<string> = new Set(ENTRIES.flatMap(([name, { isLayout }]) => (isLayout ? [name] : [])))

/** What no action of an overlay may do, by keyword. */
export const CONSEQUENCES: Readonly<Record<string, string>> = Object.fromEntries(ENTRIES.flatMap(([name, { consequence }]): [string, string][] => (consequence === undefined ? [] : [[name, consequence]])))

/** The flags of an action; one that is omitted is false. */
export function flagsOf(action: Partial<ActionFlags>): ActionFlags {
  return Object.fromEntries(FLAGS.map(([name]) => [name, action[name] ?? false])) as ActionFlags
}

/** The flags as the portal gets them. */
export function clientFlags(action: ActionFlags): ActionFlags {
  return Object.fromEntries(FLAGS.map(([name, { isServerOnly }]) => [name, isServerOnly === true ? false : action[name]])) as ActionFlags
}
