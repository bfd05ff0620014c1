/** What every screen may know: who is signed in, what they may do, the site's settings. */
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
  /** The same person as rules see them. */
  actor: Actor
  /** As rules see it; `currency` is the company's. */
  company: Company
  /** YYYY-MM-DD in the company's time zone. */
  today: string
  /** Whether the person may do this with records of the type at all; what may be done with one record is in its `_actions`. */
  can: (type: string, verb: Verb) => boolean
  /** A text, or what the setting behind it says. */
  caption: (text: Text) => string
  /** Titles of a type with its configurable caption filled in. */
  titleOf: (manifest: Pick<ClientManifest, 'title'>) => { one: string; many: string; list: string; new: string }
}

export const PortalContext = createContext<Portal | null>(null)

/** The portal around this screen. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('usePortal outside of PortalProvider')
  return portal
}

/** Name and pictures of the company; undefined until they have come, and when they could not be loaded. No part of the portal above: a screen need not be drawn again when they come. */
export function useBranding(): CompanyAnswer | undefined {
  return useQuery(companyQuery()).data
}

/** Assembles the portal from what the server said. Pure. */
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
