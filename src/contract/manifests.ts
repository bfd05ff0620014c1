import type { Actor, FigureValue, JsonObject, ResolvedDocumentType, ResolvedMenuEntry, ResolvedPage, ResolvedSettings, Right, Settings, Verb } from '../core/index.ts'

/** GET portal/bootstrap: everything the signed-in portal needs before its first screen. */
export interface BootstrapAnswer {
  /** The current user as rules see them (`user.…`), with their department and the built-in roles that apply to them. */
  actor: Actor
  pages: Record<string, ResolvedPage>
  redirects: Record<string, string>
  /** Path of the start screen; null if no module declares one. */
  home: string | null
  /** Filtered for the current user. */
  menu: ResolvedMenuEntry[]
  /** Content hash by document type that the user may list or get: fetch `manifests/<hash>.json` (immutable). */
  types: Record<string, { manifest: string; can: Verb[]; /** The types that its fields, lines and lists lead to, as far as the user may use them. */ refersTo?: string[]; /** Former ids, which links may still use. */ renamedFrom?: string[]; /** The list also shows other people's records; `mine=1` restricts it to the user's own. */ hasOthers?: boolean }>
  /** The document type that holds standing delegations, if a module declares one. */
  delegations?: string
  /** What the user may administer; empty for most. */
  rights: Right[]
  /** Path of the user's first administration screen; null if they administer nothing. */
  administration: string | null
  /** Roles that can be assigned, each with its purpose; sent only to users who manage accounts. */
  roles?: Record<string, string>
  settings: Settings
  /**
   * The settings groups as declared (`catalogue.settings`), with their headings: the browser types rules against them and builds the
   * settings screen from them.
   */
  settingsShapes: Record<string, ResolvedSettings>
  /** Identifies the user's picture, for `portal/picture?id=`; absent if there is none. */
  picture?: string
  /** In which the user last used the portal, and gets mails and notifications; null for English. Absent if there is no other. */
  language?: string | null
  /** What the user arranged for themselves, by name. */
  preferences: Record<string, JsonObject>
  today: string
  company: { code: string; name: string; currency: string; /** IANA name: the time zone in which date-times are shown and entered. */ timeZone: string }
}

/**
 * The resolved manifest as sent to the portal: an allow-list of ResolvedDocumentType (without row conditions of permissions, conditions of
 * lookups, posts, effects and internal fields), minus the fields that the user's roles never see.
 */
export type ClientManifest = Omit<ResolvedDocumentType, 'permissions'> & {
  /**
   * Paths of fields that are redacted for the user on new records, or on some rows of their lists (which cannot be sorted by them). For a
   * stored record see its `_hidden`.
   */
  hidden: { onNew: string[]; inLists: string[] }
}

/** GET portal/lookups/<type>: the user's own figures of the type's exposed `lookups`, by name. */
export type LookupsAnswer = Record<string, FigureValue>
/** GET documents/<type>/figures: figures over the user's own records, by name. */
export type FiguresAnswer = Record<string, number>

/** GET portal/lists/<type>: the rows of the type's `lists`, by name. */
export type ListsAnswer = Record<string, JsonObject[]>
