import type { Actor, FigureValue, JsonObject, ResolvedDocumentType, ResolvedMenuEntry, ResolvedPage, ResolvedSettings, Right, Settings, Verb } from '../core/index.ts'

/** GET portal/bootstrap: everything the signed-in portal needs before its first screen. */
export interface BootstrapAnswer {
  /** The person as rules see them (`user.…`): with department, and with the roles that everybody, employees, approvers and administrators have. */
  actor: Actor
  pages: Record<string, ResolvedPage>
  redirects: Record<string, string>
  /** Path of the screen where the person arrives; null when no module says. */
  home: string | null
  /** Filtered for the person. */
  menu: ResolvedMenuEntry[]
  /** Content hash by type the person may list or get: fetch `manifests/<hash>.json` (immutable). */
  types: Record<string, { manifest: string; can: Verb[]; /** Ids that it had before, which links may still name. */ renamedFrom?: string[]; /** Their own records stand among others' in the list, which `mine=1` narrows to them. */ hasOthers?: boolean }>
  /** The type that holds standing delegations, where a module has one. */
  delegations?: string
  /** What the person administers; empty for most. */
  rights: Right[]
  /** Path of the screen where the administration begins for them; null for who administers nothing. */
  administration: string | null
  /** Roles that can be given, each with what it is for; told to who keeps accounts only. */
  roles?: Record<string, string>
  settings: Settings
  /** The settings groups as they are declared (`catalogue.settings`), with their headings: rules are typed against them in the browser, the settings screen is made from them. */
  settingsShapes: Record<string, ResolvedSettings>
  today: string
  company: { code: string; name: string; currency: string; /** IANA name: moments are shown and typed by the clock there. */ timeZone: string }
}

/**
 * The resolved manifest as the portal gets it: an allow-list of ResolvedDocumentType (no permissions' rows, conditions of lookups, posts,
 * effects, internal fields), without the fields that the person's roles never see.
 */
export type ClientManifest = Omit<ResolvedDocumentType, 'permissions'> & {
  /** Paths of fields that are redacted for the person of new records, or of some rows of their lists (no sorting by these). Of a stored record `_hidden` says it. */
  hidden: { onNew: string[]; inLists: string[] }
}

/** GET portal/lookups/<type>: the person's own figures of the type's `lookups` that are told, by name. */
export type LookupsAnswer = Record<string, FigureValue>
/** GET documents/<type>/figures: what the person's own records come to, by the name of the figure. */
export type FiguresAnswer = Record<string, number>

/** GET portal/lists/<type>: the rows of the type's `lists`, by name. */
export type ListsAnswer = Record<string, JsonObject[]>
