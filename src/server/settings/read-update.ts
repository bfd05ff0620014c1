/** Parses and validates a settings update as a whole, before anything is written. */
import { EXTRA_LINKS, MAX_DISPLAY_NAME_LENGTH, PACKAGES, SITE_IMAGES } from '../../contract/index.ts'
import type { SiteImage } from '../../contract/index.ts'
import { assignableRoles, DEFAULT_MESSAGES, fill, isBlank, isObject, readArrangement, readExtraLinks, shownItems, shownText, singleLineProblem, t } from '../../core/index.ts'
import type { ArrangedEntry, Catalogue, ExtraLink, FieldIssue, Json, Settings } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { checkSettings } from './check-settings.ts'
import type { NewImage } from './read-image.ts'

export interface ReadUpdate {
  /** By group and name. */
  groups: Settings
  arrangement: ArrangedEntry[] | undefined
  extraLinks: ExtraLink[] | undefined
  /** A new image, or null to remove the current one. */
  images: Partial<Record<SiteImage, NewImage | null>>
  displayName: string | undefined
  /** The revision of each group that the sender saw; other groups are not compared. */
  revs: Record<string, number>
}

/** Parses the body. @throws AppError invalid-document with everything that is wrong, before anything is written */
export function readUpdate({ settings, menu, pages, roles }: Catalogue, body: unknown, files: Partial<Record<SiteImage, NewImage>>): ReadUpdate {
  if (!isObject(body)) throw invalidDocument(checkSettings(settings, body))
  const { _revs: revs, [PACKAGES]: packages, [EXTRA_LINKS]: links, company_display_name: name, ...rest } = body
  const read = packages === undefined ? undefined : readArrangement(menu, pages, packages, PACKAGES)
  const readLinks = links === undefined ? undefined : readExtraLinks(menu, Object.keys(assignableRoles(roles)), links, EXTRA_LINKS)
  const groups = Object.fromEntries(Object.entries(rest).filter(([group]) => !isImage(group)).map(([group, values]) => [group, withoutBlanks(values)]))
  const sentImages = SITE_IMAGES.filter((image) => Object.hasOwn(rest, image))
  const issues = [...checkSettings(settings, groups), ...(read?.issues ?? []), ...(readLinks?.issues ?? []), ...checkName(name), ...sentImages.flatMap((image) => checkRemoval(image, rest[image])), ...checkRevs(revs)]
  if (issues.length > 0) throw invalidDocument(issues)
  return { groups: groups as Settings, arrangement: read?.entries, extraLinks: readLinks?.links, displayName: typeof name === 'string' ? shownText(name) : undefined,
    images: { ...Object.fromEntries(sentImages.map((image) => [image, null])), ...files }, revs: (revs ?? {}) as Record<string, number> }
}

/** The group with '' for each text that shows nothing, and without such items of its lists. */
function withoutBlanks(values: Json): Json {
  if (!isObject(values)) return values
  const shown = (value: Json): Json => (Array.isArray(value) ? shownItems(value) : value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' && isBlank(value) ? '' : shown(value)]))
}

function isImage(name: string): name is SiteImage {
  return (SITE_IMAGES as readonly string[]).includes(name)
}

function checkName(name: Json | undefined): FieldIssue[] {
  if (name === undefined) return []
  const text = typeof name === 'string' ? shownText(name) : ''
  const message = nameProblem(text)
  return message === undefined ? [] : [{ path: 'company_display_name', rule: 'name', message, severity: 'error' }]
}

function nameProblem(text: string): string | undefined {
  if (text === '' || text.length > MAX_DISPLAY_NAME_LENGTH) return t('The name must have 1 to {limit} characters.', { limit: MAX_DISPLAY_NAME_LENGTH })
  const problem = singleLineProblem(text)
  if (problem !== undefined) return fill(DEFAULT_MESSAGES[problem], { label: 'The name' })
  // Nor any other sign of format: there are few reasons for one in the name of a company.
  return /\p{C}/u.test(text) ? fill(DEFAULT_MESSAGES.invisible, { label: 'The name' }) : undefined
}

function checkRemoval(image: SiteImage, value: Json | undefined): FieldIssue[] {
  return value === null ? [] : [{ path: image, rule: 'type', message: t('A picture is sent as a file, or null to remove it.'), severity: 'error' }]
}

function checkRevs(revs: Json | undefined): FieldIssue[] {
  const isRight = revs === undefined || (isObject(revs) && Object.values(revs).every(Number.isInteger))
  return isRight ? [] : [{ path: '_revs', rule: 'type', message: t('Revisions are sent as whole numbers by group.'), severity: 'error' }]
}
