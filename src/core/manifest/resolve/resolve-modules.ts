import { BUILT_IN_ROLES } from '../../access/built-in-roles.ts'
import type { ExpandedModule } from '../read/expanded.ts'
import type { MenuEntry, ModuleManifest, Page, SettingsGroup } from '../language/manifest.generated.ts'
import type { Reporter } from '../read/reporter.ts'
import { resolveDashboards, resolveLanding, type TypedModule } from './resolve-dashboards.ts'
import { resolveText } from './resolve-screens.ts'
import { definedOnly, resolveShape, type OtherTypes } from './resolve-shape.ts'
import { presentId } from './type-ids.ts'
import type { Catalogue, Organisation, PagePlace, ResolvedDocumentType, ResolvedMenuEntry, ResolvedPage, ResolvedSettings } from './resolved.ts'

/** Sorts entries without an order after those with one, in the order in which they were written. */
const LAST = 1000

type ModulesPart = Pick<Catalogue, 'modules' | 'menu' | 'pages' | 'redirects' | 'dashboards' | 'landing' | 'settings' | 'roles' | 'organisation'>
/** What modules need to know of the types: which exist, and their earlier ids. */
type Types = Record<string, Pick<ResolvedDocumentType, 'id' | 'module' | 'renamedFrom'>>

/** Merges what the modules declare; contradictions between them are reported. */
export function resolveModules(modules: readonly ExpandedModule[], types: Types, others: OtherTypes, reporter: Reporter): ModulesPart {
  const all = modules.map((module) => ({ ...module, manifest: module.manifest as unknown as ModuleManifest }))
  const pages = withDefaultPages(merge(all, 'pages', reporter, (page, module, id) => resolvePage(id, page, module)), types)
  return {
    // If a later folder adds to a module, the title from the first one stays.
    modules: Object.fromEntries(all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index).map(({ id, manifest }) => [id, { id, title: manifest.title }])),
    menu: mergeMenus(all, pages, reporter),
    pages,
    redirects: merge(all, 'redirects', reporter, (target) => target),
    dashboards: resolveDashboards(all, (type) => listPageOf(type, pages), reporter),
    landing: resolveLanding(all, reporter),
    settings: mergeSettings(all, types, others, reporter),
    roles: rolesIn(modules),
    organisation: organisationOf(all, reporter),
  }
}

/** Every role, with its description. */
export function rolesIn(modules: readonly ExpandedModule[]): Record<string, string> {
  return { ...BUILT_IN_ROLES, ...Object.assign({}, ...modules.map(({ manifest }) => (manifest as unknown as ModuleManifest).roles ?? {})) as Record<string, string> }
}

type Merged = { pages: Page; redirects: string }

function merge<K extends keyof Merged, R>(all: TypedModule[], key: K, reporter: Reporter, resolve: (given: Merged[K], module: string, name: string) => R): Record<string, R> {
  const found: Record<string, R> = {}
  for (const { id, file, manifest } of all) {
    for (const [name, given] of Object.entries(manifest[key] ?? {})) {
      if (Object.hasOwn(found, name)) reporter.inFile('E215', file, [key, name], `Another module declares "${name}" too.`, { key: true, seen: name })
      else found[name] = resolve(given as Merged[K], id, name)
    }
  }
  return found
}

function resolvePage(id: string, declared: Page, module: string): ResolvedPage {
  const placeOf = (where: string): PagePlace => {
    const [place, name = ''] = where.split('.')
    return { in: place as 'path' | 'query', name }
  }
  return {
    id, module, path: declared.path, screen: declared.screen,
    ...definedOnly({ type: declared.type, view: declared.view, line: declared.line === undefined ? undefined : placeOf(declared.line), print: declared.print, file: declared.file, keyField: declared.keyField, dashboard: declared.dashboard, dialog: declared.dialog, shows: declared.shows, tabs: declared.tabs, titleFor: declared.titleFor, tab: declared.tab, links: declared.links, balances: declared.balances, aliases: declared.aliases, calendar: declared.calendar, readOnly: declared.readOnly === true ? true : undefined, tiles: declared.tiles && Object.fromEntries(Object.entries(declared.tiles).map(([state, text]) => [state, resolveText(text)])), title: declared.title === undefined ? undefined : resolveText(declared.title) }),
    ...(declared.key !== undefined && { key: placeOf(declared.key) }),
    ...(declared.scope !== undefined && { scope: Object.fromEntries(Object.entries(declared.scope).map(([field, where]) => [field, placeOf(where)])) }),
    ...(declared.lines !== undefined && { lines: { ...declared.lines, from: placeOf(declared.lines.from) } }),
  }
}

/** A type has a list and a card even if no module declares pages for them. */
function withDefaultPages(pages: Record<string, ResolvedPage>, types: Types): Record<string, ResolvedPage> {
  const found = { ...pages }
  for (const type of Object.values(types)) {
    const has = (screen: string): boolean => Object.values(pages).some((page) => page.type === type.id && page.screen === screen && page.view === undefined)
    const add = (page: ResolvedPage): void => void (found[page.id] ??= page)
    if (!has('list')) add({ id: `${type.id}.list`, module: type.module, path: `/records/${type.id}`, screen: 'list', type: type.id })
    if (!has('card')) add({ id: `${type.id}.card`, module: type.module, path: `/records/${type.id}/card`, screen: 'card', type: type.id, key: { in: 'query', name: 'key' } })
  }
  return found
}

function mergeMenus(all: TypedModule[], pages: Record<string, ResolvedPage>, reporter: Reporter): ResolvedMenuEntry[] {
  const found: Record<string, ResolvedMenuEntry> = {}
  for (const { file, manifest } of all) addEntries(found, manifest.menu ?? {}, ['menu'], { file, pages, reporter })
  return sorted(Object.values(found))
}

interface MenuContext { file: string; pages: Record<string, ResolvedPage>; reporter: Reporter }

/** Entries with the same name and title form one group, to which every module adds its own. */
function addEntries(found: Record<string, ResolvedMenuEntry>, given: Record<string, MenuEntry>, path: string[], context: MenuContext): void {
  for (const [id, entry] of Object.entries(given)) {
    const title = resolveText(entry.title)
    const here = [...path, id]
    const known = Object.hasOwn(found, id) ? found[id] : undefined
    if (known !== undefined && known.title.text !== title.text) {
      context.reporter.inFile('E215', context.file, [...here, 'title'], `Another module calls the menu entry "${id}" by another title.`, { seen: title.text, expected: known.title.text })
      continue
    }
    const subs = Object.fromEntries((known?.subs ?? []).map((sub) => [sub.id, sub]))
    addEntries(subs, entry.subs ?? {}, [...here, 'subs'], context)
    const page = entry.page ?? (entry.records === undefined ? undefined : listPageOf(entry.records, context.pages))
    found[id] = {
      ...known, id, title, order: entry.order ?? known?.order ?? LAST, subs: sorted(Object.values(subs)),
      ...definedOnly({ icon: entry.icon, page, with: entry.with, records: entry.records, roles: entry.roles, when: entry.when, hasSideLinks: entry.hasSideLinks, area: entry.area, topBar: entry.topBar }),
    }
  }
}

const sorted = (entries: ResolvedMenuEntry[]): ResolvedMenuEntry[] => [...entries].sort((a, b) => a.order - b.order)

function listPageOf(type: string, pages: Record<string, ResolvedPage>): string | undefined {
  return Object.values(pages).find((page) => page.type === type && page.screen === 'list')?.id
}

function mergeSettings(
  all: TypedModule[], types: Types, others: OtherTypes, reporter: Reporter,
): Record<string, ResolvedSettings> {
  const found: Record<string, ResolvedSettings> = {}
  const declared: Record<string, string> = {}
  const isInstalled = (id: string): boolean => Object.hasOwn(types, presentId({ types }, id)) || all.some((module) => module.id === id)
  for (const { file, manifest } of all) {
    for (const [group, schema] of Object.entries(manifest.settings ?? {})) {
      declared[group] ??= file
      found[group] = mergeGroup(found[group] ?? { name: group, title: '', required: [], fields: {}, awaits: {} }, schema, others, (path, message, seen) => {
        reporter.inFile('E215', file, ['settings', group, ...path], message, { key: true, seen })
      })
      Object.assign(found[group].awaits, awaitedIn(schema, isInstalled))
    }
  }
  for (const { name, title } of Object.values(found)) {
    if (title === '') reporter.inFile('E104', declared[name] ?? '', ['settings', name], `The key "title" is missing in the settings group "${name}": no module gives it a heading.`, { key: true, expected: 'title' })
  }
  return found
}

/** For each setting that waits for something not yet installed, the title of what it waits for. */
function awaitedIn({ awaits = {} }: SettingsGroup, isInstalled: (id: string) => boolean): Record<string, string> {
  const missing = Object.entries(awaits).filter(([id]) => !isInstalled(id))
  return Object.fromEntries(missing.flatMap(([, { title, settings }]) => settings.map((name) => [name, title])))
}

function mergeGroup(known: ResolvedSettings, schema: SettingsGroup, others: OtherTypes, contradict: (path: string[], message: string, seen: string) => void): ResolvedSettings {
  const { required, fields } = resolveShape(known.name, schema, others)
  for (const [name, field] of Object.entries(fields)) {
    const same = known.fields[name] === undefined || JSON.stringify(known.fields[name]) === JSON.stringify(field)
    if (!same) contradict(['properties', name], `Another module declares the setting ${known.name}.${name} differently.`, name)
  }
  const title = schema.title ?? ''
  if (title !== '' && known.title !== '' && title !== known.title) contradict(['title'], `Another module calls the settings group "${known.name}" by another title.`, title)
  return {
    ...known, title: known.title === '' ? title : known.title, required: [...new Set([...known.required, ...required])], fields: { ...known.fields, ...fields },
    ...definedOnly({ description: known.description ?? schema.description }),
  }
}

function organisationOf(all: TypedModule[], reporter: Reporter): Organisation {
  const [first, ...more] = all.filter(({ manifest }) => manifest.organisation !== undefined)
  for (const { file } of more) reporter.inFile('E215', file, ['organisation'], `The module ${first?.id ?? ''} already declares which types hold people.`, { key: true })
  return (first?.manifest.organisation ?? {})
}
