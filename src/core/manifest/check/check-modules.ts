import type { CheckContext } from './check-context.ts'
import { expectSetting, typeNames } from './check-context.ts'
import { dependenciesOf } from '../../expressions/dependencies.ts'
import { hasStates } from '../../document/record-doc.ts'
import { wireStates } from '../../document/wire-state.ts'
import { RESERVED_PARAMETERS } from '../resolve/list-parameters.ts'
import { checkKeywords } from './check-keywords.ts'
import { isEntered } from '../../document/wire-fields.ts'
import type { MenuEntry, ModuleManifest, Page, Text } from '../language/manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedDocumentType } from '../resolve/resolved.ts'

/** Checks what modules refer to: types, pages, printed forms, roles, settings and fields of people. */
export function checkModules(context: CheckContext): void {
  for (const { file, manifest } of Object.values(context.expanded.modules)) {
    const module = manifest as unknown as ModuleManifest
    checkMenu(context, file, module.menu ?? {}, ['menu'])
    checkPages(context, file, module)
    checkOrganisation(context, file, module)
    checkAwaited(context, file, module)
    for (const [group, { properties }] of Object.entries(module.settings ?? {})) {
      for (const [name, field] of Object.entries(properties)) checkKeywords('setting', field, ['settings', group, 'properties', name], (code, path, message, details) => context.reporter.inFile(code, file, path, message, details))
    }
    for (const [from, to] of Object.entries(module.redirects ?? {})) {
      const paths = Object.values(context.catalogue.pages).map((page) => page.path)
      if (!paths.some((path) => path.split('/:')[0] === to || path === to)) context.reporter.inFile('E206', file, ['redirects', from], `There is no page at "${to}".`, { seen: to, known: paths })
    }
  }
}

function checkMenu(context: CheckContext, file: string, entries: Record<string, MenuEntry>, path: KeyPath): void {
  for (const [id, entry] of Object.entries(entries)) {
    const here = [...path, id]
    const pages = Object.keys(context.catalogue.pages)
    if (entry.page !== undefined && !pages.includes(entry.page)) context.reporter.inFile('E206', file, [...here, 'page'], `There is no page "${entry.page}".`, { seen: entry.page, known: pages })
    if (entry.records !== undefined) expectTypeIn(context, file, [...here, 'records'], entry.records)
    for (const [index, role] of (entry.roles ?? []).entries()) {
      const known = Object.keys(context.catalogue.roles)
      if (!known.includes(role)) context.reporter.inFile('E204', file, [...here, 'roles', index], `There is no role "${role}".`, { seen: role, known })
    }
    checkText(context, file, [...here, 'title'], entry.title)
    checkMenu(context, file, entry.subs ?? {}, [...here, 'subs'])
  }
}

function checkPages(context: CheckContext, file: string, module: ModuleManifest): void {
  for (const [id, page] of Object.entries(module.pages ?? {})) {
    const here = ['pages', id]
    if (page.title !== undefined) checkText(context, file, [...here, 'title'], page.title)
    const other = Object.values(context.catalogue.pages).find((one) => one.path === page.path && one.id !== id)
    if (other !== undefined && other.id < id) context.reporter.inFile('E215', file, [...here, 'path'], `The page "${other.id}" has the path "${page.path}" too.`, { seen: page.path })
    for (const tab of Object.keys(page.tabs ?? {})) expectTab(context, file, [...here, 'tabs'], page, tab)
    if (page.tabs !== undefined && !Object.hasOwn(page.tabs, id)) context.reporter.inFile('E254', file, [...here, 'tabs'], `"${id}" is not among its own tabs.`, { seen: Object.keys(page.tabs).join(', '), expected: id })
    checkExtras(context, file, here, page)
    const roles = Object.keys(context.catalogue.roles)
    for (const role of Object.keys(page.titleFor ?? {})) if (!roles.includes(role)) context.reporter.inFile('E204', file, [...here, 'titleFor', role], `There is no role "${role}".`, { key: true, seen: role, known: roles })
    if (page.type === undefined || !expectTypeIn(context, file, [...here, 'type'], page.type)) continue
    const type = context.catalogue.types[page.type]
    if (type !== undefined) checkAddress(context, file, here, page, type)
    if (type !== undefined) checkListPage(context, file, here, page, type)
    if (page.shows !== undefined && type !== undefined) checkShown(context, file, [...here, 'shows'], page, type)
    const views = Object.keys(type?.card.views ?? {})
    if (page.dialog !== undefined && type !== undefined && (page.screen !== 'list' || !views.includes(page.dialog))) {
      context.reporter.inFile('E254', file, [...here, 'dialog'], page.screen === 'list' ? `The card of "${page.type}" has no view "${page.dialog}".` : 'Only a list opens its records in a dialog.', { seen: page.dialog, known: views })
    }
    if (type !== undefined) checkFields(context, file, here, page, type)
    if (page.screen === 'wizard' && type !== undefined && type.wizard === undefined) context.reporter.inFile('E254', file, [...here, 'screen'], `"${page.type}" has no wizard.`, { seen: 'wizard', expected: 'wizard in its manifest' })
    if (page.print !== undefined && type !== undefined && !Object.hasOwn(type.print, page.print)) {
      context.reporter.inFile('E207', file, [...here, 'print'], `"${page.type}" has no printed form "${page.print}".`, { seen: page.print, known: Object.keys(type.print) })
    }
  }
}

/** Buttons lead to pages that there are, and a ledger without accounts has no balances. */
function checkExtras(context: CheckContext, file: string, here: KeyPath, page: Page): void {
  const pages = Object.keys(context.catalogue.pages)
  for (const id of Object.keys(page.links ?? {})) if (!pages.includes(id)) context.reporter.inFile('E206', file, [...here, 'links', id], `There is no page "${id}".`, { key: true, seen: id, known: pages })
  if (page.balances !== undefined && expectTypeIn(context, file, [...here, 'balances'], page.balances) && context.catalogue.types[page.balances]?.balances === undefined) {
    context.reporter.inFile('E254', file, [...here, 'balances'], `"${page.balances}" keeps no accounts of people.`, { seen: page.balances, expected: 'a ledger with balances' })
  }
  for (const key of ['links', 'balances'] as const) if (page[key] !== undefined && page.screen !== 'list') context.reporter.inFile('E254', file, [...here, key], 'Only a list has this above it.', { key: true, seen: page.screen, expected: 'screen list' })
}

/** A page of a file names a field with one, and a record is found by a field that its list is filtered by. */
function checkFields({ reporter }: CheckContext, file: string, here: KeyPath, page: Page, type: ResolvedDocumentType): void {
  const files = Object.values(type.shape.fields).flatMap((field) => (field.file === undefined ? [] : [field.name]))
  if ((page.screen === 'file') !== (page.file !== undefined)) reporter.inFile('E240', file, [...here, page.file === undefined ? 'screen' : 'file'], page.file === undefined ? 'The page must name the field whose file it shows.' : `A page of screen "${page.screen}" shows no file.`, { seen: page.file ?? page.screen, expected: page.file === undefined ? 'file' : 'screen file' })
  else if (page.file !== undefined && !files.includes(page.file)) reporter.inFile('E201', file, [...here, 'file'], `"${type.id}" has no field "${page.file}" with a file.`, { seen: page.file, known: files })
  const filters = Object.entries(type.list.filters).flatMap(([name, kind]) => (kind === 'equals' ? [name] : []))
  if (page.keyField !== undefined && (page.screen !== 'card' || page.key === undefined || !filters.includes(page.keyField))) reporter.inFile('E240', file, [...here, 'keyField'], `The address cannot find a record by "${page.keyField}".`, { seen: page.keyField, known: filters, expected: 'screen card with a key, and an equals filter of the list' })
}

/** Only a list shows some of its records: own ones of a type with owners, or assigned ones of a type with an approval. */
function checkShown({ reporter }: CheckContext, file: string, at: KeyPath, page: Page, type: ResolvedDocumentType): void {
  const lacks = page.shows === 'own' ? 'owner' : 'approval'
  if (page.screen !== 'list') reporter.inFile('E240', file, at, `A page of screen "${page.screen}" shows no list.`, { seen: page.shows ?? '', expected: 'screen list' })
  else if (type[lacks] === undefined) reporter.inFile('E240', file, at, `"${type.id}" has no ${lacks}.`, { seen: page.shows ?? '', expected: `a type with ${lacks}` })
}

/** The fields and lines in the address of a page must exist and be usable there. */
function checkAddress({ reporter }: CheckContext, file: string, here: KeyPath, page: Page, type: ResolvedDocumentType): void {
  const known = Object.keys(type.shape.fields)
  const expectPlace = (at: KeyPath, place: string): void => {
    if (place.startsWith('path.') && !new RegExp(`/:${place.slice('path.'.length)}\\??(/|$)`).test(page.path)) {
      reporter.inFile('E240', file, at, `The path "${page.path}" has no parameter "${place.slice('path.'.length)}".`, { seen: place })
    }
  }
  for (const [name, place] of Object.entries(page.scope ?? {})) {
    const at = [...here, 'scope', name]
    const field = type.shape.fields[name]
    if (field === undefined) reporter.inFile('E201', file, at, `"${type.id}" has no field "${name}".`, { key: true, seen: name, known })
    else if (page.screen === 'list' && field.enum === undefined) reporter.inFile('E218', file, at, `"${name}" has no fixed values.`, { key: true, seen: name, expected: 'a field with an enum' })
    else if (page.screen !== 'list' && (!isEntered(type, field.wire) || field.type === 'array' || field.type === 'object')) reporter.inFile('E218', file, at, `"${name}" is not entered by people, or has more than one value.`, { key: true, seen: name, expected: 'a field that people enter' })
    else if (page.screen === 'list' && type.list.filters[name] !== 'equals') reporter.inFile('E240', file, at, `The list is not filtered by "${name}".`, { key: true, seen: name, expected: `"${name}": "equals" among list.filters` })
    expectPlace(at, place)
  }
  if (page.lines === undefined) return
  const at = [...here, 'lines']
  expectPlace([...at, 'from'], page.lines.from)
  const line = type.shape.fields[page.lines.field]?.line
  if (line === undefined) return reporter.inFile('E218', file, [...at, 'field'], `"${page.lines.field}" has no lines.`, { seen: page.lines.field, expected: 'a line array' })
  for (const [index, name] of page.lines.values.entries()) {
    if (line.fields[name] === undefined) reporter.inFile('E201', file, [...at, 'values', index], `There is no field "${name}" in ${line.name}.`, { seen: name, known: Object.keys(line.fields) })
  }
}

/** What a page changes of a list belongs to a page of screen list; its aliases and tiles must be filters and states of the list. */
function checkListPage(context: CheckContext, file: string, here: KeyPath, page: Page, type: ResolvedDocumentType): void {
  for (const key of ['aliases', 'calendar', 'tab', 'tiles', 'readOnly'] as const) {
    if (page[key] !== undefined && page.screen !== 'list') context.reporter.inFile('E254', file, [...here, key], `"${key}" belongs to pages of screen list.`, { seen: page.screen, expected: 'list' })
  }
  const filters = [...Object.entries(type.list.filters).flatMap(([field, kind]) => (kind === 'equals' ? [field] : [])), ...(hasStates(type) ? [type.stateField] : [])]
  for (const [name, field] of Object.entries(page.aliases ?? {})) {
    const at = [...here, 'aliases', name]
    if (!filters.includes(field)) context.reporter.inFile('E240', file, at, `The list is not filtered by "${field}".`, { seen: field, known: filters })
    if (RESERVED_PARAMETERS.includes(name) || Object.values(type.shape.fields).some(({ wire }) => wire === name)) context.reporter.inFile('E240', file, at, `"${name}" means something else in the address of the list.`, { key: true, seen: name, expected: 'another name' })
  }
  const tabs = Object.keys(type.list.tabs)
  if (page.tab !== undefined && page.screen === 'list' && !tabs.includes(page.tab)) context.reporter.inFile('E215', file, [...here, 'tab'], `The list has no tab "${page.tab}".`, { seen: page.tab, known: tabs })
  const views = type.list.calendar?.views ?? []
  if (page.calendar !== undefined && page.screen === 'list' && !views.includes(page.calendar)) context.reporter.inFile('E215', file, [...here, 'calendar'], `The list has no view "${page.calendar}" of a calendar.`, { seen: page.calendar, known: views })
  const states = ['all', ...wireStates(type)]
  for (const [state, text] of Object.entries(page.tiles ?? {})) {
    if (!states.includes(state)) context.reporter.inFile('E203', file, [...here, 'tiles', state], `No state has the wire name "${state}".`, { key: true, seen: state, known: states })
    checkText(context, file, [...here, 'tiles', state], text)
  }
}

function expectTab(context: CheckContext, file: string, path: KeyPath, page: Page, tab: string): void {
  const lists = Object.values(context.catalogue.pages).filter(({ screen }) => screen === 'list').map(({ id }) => id)
  if (page.screen !== 'list' || !lists.includes(tab)) context.reporter.inFile('E254', file, [...path, tab], `There is no list page "${tab}" to stand as a tab.`, { key: true, seen: tab, known: lists })
}

/** The settings that `awaits` names must be declared. */
function checkAwaited(context: CheckContext, file: string, module: ModuleManifest): void {
  for (const [group, { awaits = {} }] of Object.entries(module.settings ?? {})) {
    const known = Object.keys(context.catalogue.settings[group]?.fields ?? {})
    for (const [id, { settings }] of Object.entries(awaits)) {
      for (const [index, name] of settings.entries()) {
        if (known.includes(name)) continue
        const here = ['settings', group, 'awaits', id, 'settings', index]
        context.reporter.inFile('E208', file, here, `There is no setting "${name}" in the group "${group}".`, { seen: name, known })
      }
    }
  }
}

function checkOrganisation(context: CheckContext, file: string, { organisation }: ModuleManifest): void {
  if (organisation === undefined) return
  for (const [part, given] of Object.entries({ employees: organisation.employees, departments: organisation.departments, delegations: organisation.delegations, changeRequests: organisation.changeRequests, holidays: organisation.holidays })) {
    if (given === undefined || !expectTypeIn(context, file, ['organisation', part, 'type'], given.type)) continue
    const fields = Object.keys(context.catalogue.types[given.type]?.shape.fields ?? {})
    for (const [role, field] of Object.entries(given)) {
      if (role !== 'type' && fields.length > 0 && !fields.includes(field)) context.reporter.inFile('E201', file, ['organisation', part, role], `"${given.type}" has no field "${field}".`, { seen: field, known: fields })
    }
  }
  const { type: daysOff = '', date = '' } = organisation.holidays ?? {}
  const day = context.catalogue.types[daysOff]?.shape.fields[date]
  if (day !== undefined && day.format !== 'date') context.reporter.inFile('E201', file, ['organisation', 'holidays', 'date'], `"${date}" holds no date.`, { seen: date, expected: 'a text with the format date' })
  checkWhoGains(context, file, organisation)
  const { type: people = '', picture = '' } = organisation.employees ?? {}
  const field = context.catalogue.types[people]?.shape.fields[picture]
  if (field !== undefined && field.file === undefined) context.reporter.inFile('E201', file, ['organisation', 'employees', 'picture'], `"${picture}" holds no file.`, { seen: picture, expected: 'a field with x-file' })
  const requests = organisation.changeRequests?.type ?? ''
  const approve = context.catalogue.types[requests]?.actions['approve']
  if (approve !== undefined && approve.stepUp !== 'rights') {
    context.reporter.inFile('E274', file, ['organisation', 'changeRequests', 'type'], 'Approving a change of rights or money requires no step-up.', { seen: `stepUp ${String(approve.stepUp ?? false)} of approve`, expected: `"stepUp": "rights" of approve in ${requests}` })
  }
  if (organisation.currency !== undefined) expectSetting(context, organisation.currency, (code, message, details) => context.reporter.inFile(code, file, ['organisation', 'currency'], message, details))
}

/** Requests for changes must hold the numbers of employees where they say whom they concern and who gains, and keep the latter from deciding. */
function checkWhoGains({ reporter, catalogue }: CheckContext, file: string, { changeRequests }: NonNullable<ModuleManifest['organisation']>): void {
  const type = catalogue.types[changeRequests?.type ?? '']
  if (changeRequests === undefined || type === undefined) return
  const refuse = (part: 'about' | 'gainers', message: string, seen: string, expected: string): void => reporter.inFile('E274', file, ['organisation', 'changeRequests', part], message, { seen, expected })
  for (const [part, kind, expected] of [['about', 'string', 'a text'], ['gainers', 'array', 'a list of texts']] as const) {
    const field = type.shape.fields[changeRequests[part] ?? '']
    if (field === undefined) continue
    const refersElsewhere = field.ref !== undefined && field.ref.to !== catalogue.organisation.employees?.type
    if (field.type !== kind || field.line !== undefined || refersElsewhere) refuse(part, `"${field.name}" does not hold numbers of employees.`, field.name, `${expected}; an x-ref leads to the type of employees`)
  }
  const { gainers } = changeRequests
  if (gainers === undefined || type.shape.fields[gainers] === undefined) return
  const excepts = dependenciesOf(type.approval?.except ?? 'null').some(([root, name]) => root === 'doc' && (name === undefined || name === gainers))
  if (!excepts) refuse('gainers', `Whoever gains by a change could approve it: the approval of "${type.id}" does not except them.`, gainers, `doc.${gainers} in except of the approval`)
}

function expectTypeIn(context: CheckContext, file: string, path: KeyPath, name: string): boolean {
  const known = typeNames(context)
  if (known.includes(name)) return true
  context.reporter.inFile('E202', file, path, `There is no document type "${name}".`, { seen: name, known })
  return false
}

function checkText(context: CheckContext, file: string, path: KeyPath, text: Text): void {
  if (typeof text === 'object') expectSetting(context, text.setting, (code, message, details) => context.reporter.inFile(code, file, [...path, 'setting'], message, details))
}
