import { wireStates } from '../../document/wire-state.ts'
import { referencesOfField } from '../../document/referred.ts'
import { checkPlaceholders } from './check-placeholders.ts'
import { type CheckContext, expectField, expectLines, expectShownField, expectState } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { Calendar } from '../language/manifest.generated.ts'
import { fieldAtPath, linesOfCalendar } from '../resolve/calendar-fields.ts'
import type { ResolvedDocumentType, ResolvedField } from '../resolve/resolved.ts'

/** The calendar of a list: its fields are days, or values that people see, and nothing in it is without effect. */
export function checkCalendar(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, given: Calendar): void {
  const at = (...keys: (string | number)[]): (string | number)[] => ['list', 'calendar', ...keys]
  const report = (code: 'E218' | 'E226' | 'E215', keys: (string | number)[], message: string, details: { seen?: string; expected?: string; known?: string[]; key?: true }): void => context.reporter.inType(code, expanded, at(...keys), message, details)
  const fieldAt = (name: string, ...keys: (string | number)[]): ResolvedField | undefined => {
    const [array = '', inner] = name.split('.')
    if (inner !== undefined && array !== lines) {
      report('E226', keys, lines === undefined ? `The records are the events, so no line of "${array}" is one.` : `The lines of "${lines}" are the events.`, { seen: name, expected: lines === undefined ? 'a field of the header, or start of the same lines' : `a field of ${lines} or of the header` })
      return undefined
    }
    const shape = inner === undefined ? type.shape : type.shape.fields[array]?.line
    if (!expectShownField(context, expanded, at(...keys), inner ?? name, shape)) return undefined
    const field = fieldAtPath(type.shape, name)
    if (field?.internal === true) return undefined
    if (field?.hidden === true) report('E218', keys, `"${name}" is shown on no screen.`, { seen: name, expected: 'a field without x-hidden' })
    else if (field?.type === 'array' || field?.type === 'object') report('E218', keys, `"${name}" has more than one value.`, { seen: name, expected: 'a field with one value' })
    else return field
    return undefined
  }
  const lines = linesOfCalendar(given)
  if (lines !== undefined && !expectLines(context, expanded, at('start'), lines, type)) return
  const start = dayAt('start', given.start)
  const end = given.end === undefined ? undefined : dayAt('end', given.end)
  if (lines !== undefined && given.end !== undefined && linesOfCalendar({ start: given.end }) !== lines) report('E218', ['end'], `The first day is one of "${lines}", and the last is not.`, { seen: given.end, expected: `a field of ${lines}` })
  if (given.end === given.start) report('E226', ['end'], 'The last day is the first without saying so.', { seen: given.start })
  else if (start !== undefined && end !== undefined && start.format !== end.format) report('E218', ['end'], `"${end.name}" has another format than "${start.name}".`, { seen: end.format ?? '', expected: start.format ?? '' })

  for (const [index, name] of (given.title ?? []).entries()) fieldAt(name, 'title', index)
  for (const [index, name] of (given.details ?? []).entries()) fieldAt(name, 'details', index)
  if (given.initialsOf !== undefined) {
    const named = fieldAt(given.initialsOf, 'initialsOf')
    if (named !== undefined && (named.type !== 'string' || named.format !== undefined)) report('E218', ['initialsOf'], `"${named.name}" is no name.`, { seen: named.name, expected: 'a text' })
  }
  for (const [index, state] of (given.counted ?? []).entries()) expectState(context, expanded, at('counted', index), state, type)
  checkColour()
  checkViews()
  checkFeed()

  function dayAt(key: 'start' | 'end', name: string): ResolvedField | undefined {
    const field = fieldAt(name, key)
    if (field === undefined) return undefined
    if (field.live !== undefined) report('E218', [key], `"${name}" is calculated when a record is read, so no record can be found by it.`, { seen: name, expected: 'a stored value' })
    else if (field.format !== 'date' && field.format !== 'date-time') report('E218', [key], `"${name}" is no day.`, { seen: name, expected: 'a field of format date or date-time' })
    else return field
    return undefined
  }

  function checkColour(): void {
    if (given.colour === undefined) return
    const { by, of } = given.colour
    const field = fieldAt(by, 'colour', 'by')
    if (field === undefined) return
    const known = valuesOf(type, field)
    if (known === undefined && referencesOfField(field).length === 0) report('E218', ['colour', 'by'], `"${by}" can have any value.`, { seen: by, expected: 'a field with enum, x-ref or x-ref-by, or the state' })
    for (const value of Object.keys(of)) if (known?.includes(value) === false) report('E226', ['colour', 'of', value], `"${by}" is never "${value}".`, { key: true, seen: value, known })
  }

  function checkFeed(): void {
    const { feed } = given
    if (feed === undefined) return
    if (lines !== undefined) report('E226', ['feed'], 'Calendar programs are sent records, not lines.', { key: true, seen: lines, expected: 'a calendar of records' })
    for (const [index, state] of (feed.states ?? []).entries()) expectState(context, expanded, at('feed', 'states', index), state, type)
    for (const key of ['summary', 'detailed'] as const) if (feed[key] !== undefined) checkPlaceholders(context, expanded, type, at('feed', key), feed[key])
    for (const key of ['fromNoon', 'untilNoon'] as const) {
      const name = feed[key]
      if (name === undefined || !expectField(context, expanded, at('feed', key), name, type.shape) || type.shape.fields[name]?.type === 'boolean') continue
      report('E218', ['feed', key], `"${name}" is neither yes nor no.`, { seen: name, expected: 'a field of type boolean' })
    }
  }

  function checkViews(): void {
    const { views, view } = given
    if (view !== undefined && views?.includes(view) === false) report('E215', ['view'], `The view "${view}" is not offered.`, { seen: view, known: views })
    checkRows('people', 'row')
    checkRows('groups', 'group')
    if (given.rowName === undefined) return
    const name = fieldAt(given.rowName, 'rowName')
    if (name?.live !== undefined) report('E218', ['rowName'], `"${name.name}" is calculated when a record is read, so no rows can be ordered by it.`, { seen: name.name, expected: 'a stored value' })
    if (given.row === undefined) report('E226', ['rowName'], 'There are no rows that have a name.', { key: true, seen: given.rowName, expected: 'row' })
  }

  /** A view with rows and the field whose values these are need each other. */
  function checkRows(name: 'people' | 'groups', key: 'row' | 'group'): void {
    const { views, view } = given
    const field = given[key]
    const isAsked = view === name || views?.includes(name) === true
    const found = field === undefined ? undefined : fieldAt(field, key)
    if (found?.live !== undefined) report('E218', [key], `"${found.name}" is calculated when a record is read, so no rows can be found by it.`, { seen: found.name, expected: 'a stored value' })
    if (field === undefined && isAsked) report('E215', views?.includes(name) === true ? ['views'] : ['view'], `The view "${name}" has no rows without "${key}".`, { seen: name, expected: key })
    if (field !== undefined && views?.includes(name) === false) report('E226', [key], `Only the view "${name}" has these rows.`, { seen: field, expected: `${name} among views` })
  }
}

/** The values that a field can have, as the wire has them; undefined if they are not limited. */
function valuesOf(type: ResolvedDocumentType, field: ResolvedField): string[] | undefined {
  if (field.name === type.stateField && Object.keys(type.states).length > 0) return wireStates(type)
  if (field.type === 'boolean') return ['true', 'false']
  return field.enum?.map(String)
}
