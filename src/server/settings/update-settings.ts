/** Saves an administrator's changes to settings, with conflict detection and an audit event. */
import { EXTRA_LINKS, IMAGES_GROUP, NAME_GROUP, PACKAGES } from '../../contract/index.ts'
import { arrangementChanges, linkTexts, t } from '../../core/index.ts'
import type { ArrangedEntry, AuditSubject, Catalogue, ExtraLink, FieldIssue, JsonObject, Settings } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import type { Session } from '../services.ts'
import type { Tx } from '../store/connection/database.ts'
import { companyLike, findCompany, lockCompanyNames, renameCompany } from '../store/settings/companies.ts'
import { appendEvent } from '../store/audit/events.ts'
import { forgetImages, keepImages } from '../store/files/images.ts'
import { loadSettingsWithRevs, lockSettings, saveSettings } from '../store/settings/settings.ts'
import { arrangementGroup, arrangementOf, extraLinksGroup, extraLinksOf } from './arrangement.ts'
import { settingChanges } from './check-settings.ts'
import { effectiveSettings } from './effective-settings.ts'
import type { ReadUpdate } from './read-update.ts'

/** Writes the changes. @throws AppError settings-changed, naming what was changed, if a group was saved since the sender saw it */
export async function updateSettings(tx: Tx, catalogue: Catalogue, session: Session, { groups, arrangement, extraLinks, images, displayName, revs }: ReadUpdate, time: Date): Promise<void> {
  const company = session.company.code
  const by = session.actor.id
  await lockSettings(tx, company)
  const { stored, revs: now } = await loadSettingsWithRevs(tx, company)
  const before = effectiveSettings(catalogue.settings, stored)
  const name = (await findCompany(tx, company))?.display_name ?? ''
  const changes: JsonObject = {
    ...settingChanges(catalogue.settings, before, groups),
    ...(arrangement !== undefined && packageChanges(catalogue, arrangementOf(stored), arrangement)),
    ...(extraLinks !== undefined && linkChanges(extraLinksOf(stored), extraLinks)),
    ...imageChanges(stored[IMAGES_GROUP], images),
    ...(displayName !== undefined && displayName !== name && { [`${NAME_GROUP}.display_name`]: { from: name, to: displayName } }),
  }
  const sent = [...Object.keys(groups), ...(arrangement === undefined ? [] : [PACKAGES]), ...(extraLinks === undefined ? [] : [EXTRA_LINKS]), ...(Object.keys(images).length === 0 ? [] : [IMAGES_GROUP]), ...(displayName === undefined ? [] : [NAME_GROUP])]
  const overtaken = sent.filter((group) => revs[group] !== undefined && revs[group] !== (now[group] ?? 0))
  if (overtaken.length > 0) throw new AppError('settings-changed', {}, overtaken.flatMap((group) => differences(catalogue, group, before, groups[group])))
  if (displayName !== undefined && displayName !== name) await refuseNameOfAnother(tx, company, displayName)
  for (const [group, values] of Object.entries(groups)) await saveSettings(tx, company, group, values, by)
  if (arrangement !== undefined) await saveSettings(tx, company, PACKAGES, arrangementGroup(arrangement), by)
  if (extraLinks !== undefined) await saveSettings(tx, company, EXTRA_LINKS, extraLinksGroup(extraLinks), by)
  if (displayName !== undefined) {
    // The name is stored with the company; its settings group only counts revisions.
    await saveSettings(tx, company, NAME_GROUP, {}, by)
    await renameCompany(tx, company, displayName)
  }
  await showImages(tx, company, by, stored[IMAGES_GROUP], images)
  if (Object.keys(changes).length > 0) await appendEvent(tx, { company, type: 'settings' satisfies AuditSubject, key: null, kind: 'updated', actor: by, changes, ip: session.ip, at: time })
}

/** @throws AppError invalid-document: a company that shows itself under another's name could ask that one's people for passwords and money */
async function refuseNameOfAnother(tx: Tx, company: string, name: string): Promise<void> {
  await lockCompanyNames(tx)
  const other = await companyLike(tx, company, name)
  if (other !== undefined) throw invalidDocument([{ path: 'company_display_name', rule: 'name', message: t('The name is too similar to that of {company}, another company of this portal.', { company: other.display_name }), severity: 'error' }])
}

async function showImages(tx: Tx, company: string, by: string, before: JsonObject | undefined, images: ReadUpdate['images']): Promise<void> {
  if (Object.keys(images).length === 0) return
  const added = Object.values(images).filter((image) => image !== null)
  await keepImages(tx, added.map(({ hash, mediaType, content }) => ({ hash, media_type: mediaType, content, created_by: by })))
  await saveSettings(tx, company, IMAGES_GROUP, Object.fromEntries(Object.entries(images).map(([name, image]) => [name, image?.hash ?? null])), by)
  await forgetImages(tx, Object.keys(images).flatMap((name) => hashOf(before, name) ?? []))
}

/** Changed hashes, by `site_images.<name>`. */
function imageChanges(before: JsonObject | undefined, images: ReadUpdate['images']): JsonObject {
  const changes = Object.entries(images).map(([name, image]) => [name, hashOf(before, name), image?.hash ?? null] as const)
  return Object.fromEntries(changes.filter(([, from, to]) => from !== to).map(([name, from, to]) => [`${IMAGES_GROUP}.${name}`, { from, to }]))
}

function hashOf(images: JsonObject | undefined, name: string): string | null {
  const hash = images?.[name]
  return typeof hash === 'string' ? hash : null
}

/** Changes by `site_installed_packages.<ids down to the entry>:<what>`, each with from and to. */
function packageChanges({ menu, pages }: Catalogue, before: ArrangedEntry[], after: ArrangedEntry[]): JsonObject {
  return Object.fromEntries(arrangementChanges(menu, pages, before, after).map(({ trail, what, from, to }) => [`${PACKAGES}.${trail.join('/')}:${what}`, { from, to }]))
}

function linkChanges(before: ExtraLink[], after: ExtraLink[]): JsonObject {
  const [from, to] = [linkTexts(before), linkTexts(after)]
  return from.join() === to.join() ? {} : { [`${EXTRA_LINKS}.links`]: { from, to } }
}

/** Settings in the group whose current value differs from the one the sender wanted. */
function differences({ settings }: Catalogue, group: string, before: Settings, wanted: JsonObject | undefined): FieldIssue[] {
  const changed = (path: string, title: string): FieldIssue => ({ path, rule: 'changed', message: t('{title} was changed by somebody else.', { title }), severity: 'error' })
  if (group === PACKAGES) return [changed(group, 'The menu')]
  if (group === EXTRA_LINKS) return [changed(group, 'The list of extra links')]
  if (group === IMAGES_GROUP) return [changed(group, 'A picture')]
  if (group === NAME_GROUP) return [changed('company_display_name', 'The display name')]
  const names = Object.entries(wanted ?? {}).filter(([name, value]) => JSON.stringify(before[group]?.[name] ?? null) !== JSON.stringify(value)).map(([name]) => name)
  return names.map((name) => changed(`${group}.${name}`, settings[group]?.fields[name]?.title ?? name))
}
