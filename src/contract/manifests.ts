import type { Actor, JsonObject, ResolvedDocumentType, ResolvedMenuEntry, ResolvedPage, ResolvedShape, Settings, Verb } from '../core/index.ts'

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
  types: Record<string, { manifest: string; can: Verb[] }>
  settings: Settings
  /** Shapes of the settings groups (`catalogue.settings`): rules are typed against them in the browser, the settings screen is made from them. */
  settingsShapes: Record<string, ResolvedShape>
  today: string
  company: { code: string; name: string; currency: string }
}

/** The resolved manifest as the portal gets it: an allow-list of ResolvedDocumentType (no permissions' rows, lookups, posts, effects, internal fields). */
export type ClientManifest = Omit<ResolvedDocumentType, 'permissions' | 'lookups'> & { lookups: Record<string, never> }

/** GET portal/lists/<type>: the rows of the type's `lists`, by name. */
export type ListsAnswer = Record<string, JsonObject[]>
