import type { ArrangedEntry, MenuPackage, Settings } from '../core/index.ts'
import type { Answer } from './envelope.ts'
import type { ImageAddresses, SiteImage } from './images.ts'

/**
 * The site's settings, for administrators of the company.
 *
 *   GET  admin/settings        -> SettingsAnswer
 *   POST admin/updateSettings  UpdateSettingsRequest -> SettingsAnswer; 409 settings-changed, 422 invalid-document
 */
export interface SettingsAnswer extends Answer<Settings> {
  /** The whole menu in the company's order, with what is switched off. */
  packages: MenuPackage[]
  /** How often each group was saved, by name; 0 of one that never was. Sent back as `_revs`, a save in between is noticed. */
  revs: Record<string, number>
  images: ImageAddresses
  /** The name that the company shows. */
  displayName: string
}

/** The group that keeps the arrangement of the menu. */
export const PACKAGES = 'site_installed_packages'

/** The group whose revision says how often the company was renamed. */
export const NAME_GROUP = 'company'

/** Groups with the settings to change. An arrangement of the menu replaces the one before; a picture set to null is removed. */
export type UpdateSettingsRequest = Settings & { site_installed_packages?: ArrangedEntry[]; company_display_name?: string; _revs?: Record<string, number> } & Partial<Record<SiteImage, null>>
