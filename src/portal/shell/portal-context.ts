/** What every screen can access: the current user, their permissions, the site's settings. */
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { BootstrapAnswer, ClientManifest, CompanyAnswer, SessionUser } from '../../contract/index.ts'
import { textOf, titleOf } from '../../core/index.ts'
import type { Actor, Company, Settings, Text, Verb } from '../../core/index.ts'
import { companyQuery } from '../api/queries.ts'

export interface Portal {
  bootstrap: BootstrapAnswer
  settings: Settings
  user: SessionUser
  /** The current user as rules see them. */
  actor: Actor
  /** The company as rules see it; `currency` is the company's. */
  company: Company
  /** YYYY-MM-DD in the company's time zone. */
  today: string
  /** Whether the user may do this with records of the type at all; `_actions` of a record lists what they may do with it. */
  can: (type: string, verb: Verb) => boolean
  /** The text, or the value of the setting that it names. */
  caption: (text: Text) => string
  /** The titles of a type with its configurable caption filled in. */
  titleOf: (manifest: Pick<ClientManifest, 'title'>) => { one: string; many: string; list: string; new: string }
}

export const PortalContext = createContext<Portal | null>(null)

/** The portal of the current session. @throws Error outside of its provider */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('usePortal outside of PortalProvider')
  return portal
}

/**
 * The company's name and pictures; undefined until loaded, and if they could not be loaded. Not part of the portal above, so that screens
 * do not re-render when they arrive.
 */
export function useBranding(): CompanyAnswer | undefined {
  return useQuery(companyQuery()).data
}

/** Builds the portal from the bootstrap response. Pure. */
export function createPortal(bootstrap: BootstrapAnswer, user: SessionUser): Portal {
  return {
    bootstrap,
    settings: bootstrap.settings,
    user,
    actor: bootstrap.actor,
    company: bootstrap.company,
    today: bootstrap.today,
    can: (type, verb) => bootstrap.types[type]?.can.includes(verb) ?? false,
    caption: (text) => textOf(text, bootstrap.settings),
    titleOf: (manifest) => titleOf(manifest, bootstrap.settings, user.roles),
  }
}
