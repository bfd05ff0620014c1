/** The site's settings, for administrators of the company. */
import type { ArrangedEntry, ExtraLink, MenuPackage, Settings } from '../core/index.ts'
import { answerOf } from './envelope.ts'
import { MAX_DISPLAY_NAME_LENGTH, type SiteImage } from './images.ts'
import { withPropertiesOf, described, boolean, integer, list, mapOf, nullable, named, narrowed, nullValue, object, optional, withDefault, record, reference, text, typed, enumOf, type TypeOf, type Schema } from './schema.ts'

export const ImageAddresses: Schema<Record<SiteImage, string | null>> = named('ImageAddresses', described(object({ company_logo: nullable(text), site_user_avatar: nullable(text), site_landing_page_image: nullable(text) }), 'Addresses of the company’s pictures; null if there is none.'))
export type ImageAddresses = TypeOf<typeof ImageAddresses>

export const SettingsByGroup: Schema<Settings> = named('Settings', described(typed<Settings>(mapOf(record)), 'By group and name.'))

const MenuPackageSchema: Schema<MenuPackage> = named('MenuPackage', typed<MenuPackage>(object({
  name: text, title: described(record, 'As its module declares it.'), declaredIcon: optional(text), caption: optional(text), icon: optional(text), enabled: boolean,
  isFixed: described(boolean, 'Whether it is or contains the link to the settings, so that it cannot be switched off.'),
  area: optional(enumOf(['administration'])), subs: list(reference<MenuPackage>('MenuPackage')),
})))

const ExtraLinkSchema: Schema<ExtraLink> = named('ExtraLink', typed<ExtraLink>(object({
  title: text, url: described(text, 'An https address; opened in a new tab.'), group: optional(described(text, 'Id of the group of the menu that it is shown in.')), roles: optional(described(list(text), 'Who sees it; otherwise everybody.')),
})))

/** The settings, with related data that is not a setting of any module. */
export const SettingsAnswer = named('SettingsAnswer', withPropertiesOf(answerOf(SettingsByGroup), object({
  packages: described(list(MenuPackageSchema), 'The whole menu in the company’s order, including what is switched off.'),
  revs: described(mapOf(integer), 'How often each group was saved. Send it back as _revs to detect a save in between.'),
  extraLinks: described(list(ExtraLinkSchema), 'Links to other addresses that the company adds to its menu.'),
  images: ImageAddresses, displayName: text,
})))
export type SettingsAnswer = TypeOf<typeof SettingsAnswer>

const Arranged: Schema<ArrangedEntry> = named('ArrangedEntry', typed<ArrangedEntry>(object({
  name: described(text, 'Id of the menu entry among its siblings.'), caption: optional(text), icon: optional(text),
  enabled: withDefault(boolean, true), order: optional(narrowed(integer, { minimum: 0 })), subs: optional(list(reference<ArrangedEntry>('ArrangedEntry'))),
})))

const Removed = described(nullValue, 'Removes the picture. A new one is sent as a file in a multipart body whose field `settings` holds this JSON.')

/** Settings to change, by group. An arrangement of the menu and its extra links replace the previous ones; a picture set to null is removed. */
export type UpdateSettingsRequest = Settings & { site_installed_packages?: ArrangedEntry[]; extraLinks?: ExtraLink[]; company_display_name?: string; _revs?: Record<string, number> } & Partial<Record<SiteImage, null>>
export const UpdateSettingsRequest: Schema<UpdateSettingsRequest> = named('SettingsUpdate', typed<UpdateSettingsRequest>(narrowed(object({
  site_installed_packages: optional(list(Arranged)), extraLinks: optional(list(ExtraLinkSchema)),
  company_display_name: optional(narrowed(text, { minLength: 1, maxLength: MAX_DISPLAY_NAME_LENGTH })),
  company_logo: optional(Removed), site_user_avatar: optional(Removed), site_landing_page_image: optional(Removed),
  _revs: optional(described(mapOf(integer), 'Revision of each group as it was read; 409 if it was saved in between.')),
}), { additionalProperties: record, description: 'Settings to change, by group; an arrangement of the menu replaces the previous one.' })))
