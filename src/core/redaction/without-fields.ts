import { hasWholeWireNames } from '../document/wire-state.ts'
import { isStateRedacted } from './fields-revealing-state.ts'
import { followersOf, pathIn } from './followers.ts'
import { readsRedacted, readsMissing, type MissingFields, type ExpressionPlace } from './missing-reads.ts'
import { definedOnly } from '../manifest/resolve/resolve-shape.ts'
import type {
  ResolvedAction, ResolvedApproval, ResolvedCalendar, ResolvedColumn, ResolvedDocumentType, ResolvedField, ResolvedList, ResolvedOpening, ResolvedReference, ResolvedRule, ResolvedSection, ResolvedShape, ResolvedWizard,
} from '../manifest/resolve/resolved.ts'

export interface MissingOnScreens extends MissingFields {
  /** Further paths for which lists have no column. */
  redactedOnAllRows?: ReadonlySet<string>
  /** Further paths by which lists cannot be sorted, filtered or searched. */
  redactedOnSomeRows?: ReadonlySet<string>
}

/**
 * The type as a screen draws it for a user who does not get some fields: without these fields, and without anything that reads them or
 * figures known only to the server. A value that would follow from them stays as the server sent it, and so does what follows from that
 * value.
 */
export function withoutFields(type: ResolvedDocumentType, without: MissingOnScreens): ResolvedDocumentType {
  const redactor = new Redactor(type, without)
  const { owner, ...rest } = type
  const sections = redactor.sections(Object.values(type.card.sections))
  return {
    ...rest,
    shape: redactor.shape(type.shape, {}),
    ...definedOnly({ owner: owner !== undefined && redactor.isMissing(owner) ? undefined : owner, approval: type.approval && redactor.approval(type.approval) }),
    approvals: Object.fromEntries(Object.entries(type.approvals).map(([id, one]) => [id, redactor.approval(one)])),
    label: redactor.isMissing(type.label) ? type.key : type.label,
    rules: Object.fromEntries(Object.entries(type.rules).flatMap(([key, rule]) => redactor.rule(rule).map((kept) => [key, kept]))),
    list: redactor.list(type.list, sections),
    card: { ...type.card, sections, opens: redactor.opens(type.card.opens), ...definedOnly({ summary: type.card.summary?.filter((name) => !redactor.isMissing(name)) }) },
    ...definedOnly({ wizard: type.wizard && redactor.wizard(type.wizard, sections) }),
    actions: Object.fromEntries(Object.values(type.actions).map((action) => [action.id, redactor.action(action)])),
    print: Object.fromEntries(Object.values(type.print).map((print) => [print.name, redactor.conditional(print, 'missing')])),
  }
}

class Redactor {
  readonly #type: ResolvedDocumentType
  readonly #missing: MissingFields
  /** Includes the fields whose values only the server can compute: on screen they may be out of date. */
  readonly #uncertain: MissingFields
  readonly #redactedOnAllRows: ReadonlySet<string>
  readonly #redactedOnSomeRows: ReadonlySet<string>

  constructor(type: ResolvedDocumentType, { redactedOnAllRows, redactedOnSomeRows, ...missing }: MissingOnScreens) {
    this.#type = type
    this.#missing = missing
    this.#redactedOnAllRows = new Set([...missing.fields, ...(redactedOnAllRows ?? [])])
    this.#redactedOnSomeRows = new Set([...this.#redactedOnAllRows, ...(redactedOnSomeRows ?? [])])
    this.#uncertain = { ...missing, fields: this.#followers() }
  }

  isMissing(path: string): boolean {
    return this.#missing.fields.has(path)
  }

  /** The missing fields, and each field whose value follows from them over any number of steps. */
  #followers(): ReadonlySet<string> {
    return followersOf(this.#type, this.#missing.fields, (expression, at, fields) => readsMissing(expression, at, this.#type, { ...this.#missing, fields }))
  }

  #isComputable(expression: string | undefined, place: ExpressionPlace): boolean {
    return expression === undefined || !readsMissing(expression, place, this.#type, this.#uncertain)
  }

  /** Whether an expression that the server evaluates reads anything missing. */
  #readsMissing(expression: string | undefined): boolean {
    return expression !== undefined && readsRedacted(this.#type, expression, this.#missing)
  }

  /** Whether only the server can compute the field's value. */
  #isUncertain(path: string): boolean {
    return this.#uncertain.fields.has(path)
  }

  shape(shape: ResolvedShape, { array, input }: ExpressionPlace): ResolvedShape {
    const path = (name: string): string => pathOf(name, array, input)
    const kept = Object.values(shape.fields).filter((field) => !this.isMissing(path(field.name)))
    return {
      ...shape,
      // Where the person cannot know whether it is asked for, only the server does.
      required: shape.required.filter((name) => kept.some((field) => field.name === name && (field.askedWhen === undefined || this.#isComputable(field.askedWhen, { array, input }))) && !this.#isUncertain(path(name))),
      fields: Object.fromEntries(kept.map((field) => [field.name, this.#field(field, { array, input })])),
    }
  }

  #field(given: ResolvedField, place: ExpressionPlace): ResolvedField {
    const { compute, computeWhile, stamp, defaultExpression, askedWhen, money, line, ref, refBy, ...field } = given
    const isUncertain = compute !== undefined && this.#isUncertain(pathOf(field.name, place.array, place.input))
    const ifComputable = (expression: string | undefined): string | undefined => (this.#isComputable(expression, place) ? expression : undefined)
    return {
      ...field,
      ...(isUncertain ? {} : definedOnly({ compute, computeWhile })),
      ...definedOnly({
        stamp: ifComputable(stamp), defaultExpression: ifComputable(defaultExpression), askedWhen: ifComputable(askedWhen), ref: ref && this.#reference(ref, place),
        refBy: refBy && { ...refBy, to: Object.fromEntries(Object.entries(refBy.to).map(([value, to]) => [value, this.#reference(to, place)])) },
        line: line && this.shape(line, { array: field.name }),
        money: this.#lacksCurrency(given) ? undefined : money,
      }),
    }
  }

  /** Whether an amount's currency field is missing: it is then a plain number, rather than an amount in the company's currency. */
  #lacksCurrency({ money }: ResolvedField): boolean {
    return money !== undefined && money !== '' && this.isMissing(money)
  }

  #columns(columns: Record<string, ResolvedColumn>, { fields }: ResolvedShape, prefix = ''): Record<string, ResolvedColumn> {
    const kept = Object.entries(columns).filter(([name]) => !this.isMissing(prefix + name))
    return Object.fromEntries(kept.map(([name, column]) => {
      const field = fields[name]
      const { format, details, ...bare } = column
      const kept = details === undefined ? {} : { details: details.filter((one) => !this.isMissing(prefix + one)) }
      return [name, { ...bare, ...kept, ...definedOnly({ format: format === 'money' && field !== undefined && this.#lacksCurrency(field) ? undefined : format }) }]
    }))
  }

  #reference({ options, ...ref }: ResolvedReference, place: ExpressionPlace): ResolvedReference {
    return { ...ref, ...definedOnly({ options: this.#isComputable(options, { ...place, option: ref.to }) ? options : undefined }) }
  }

  rule(rule: ResolvedRule): ResolvedRule[] {
    const [first, second] = rule.on
    const path = rule.on.join('.')
    const at = { array: second === undefined ? undefined : first }
    if (this.isMissing(first) || this.isMissing(path)) return []
    if (rule.effect === 'value' && this.#isUncertain(path)) return this.#lock(rule, at)
    if (rule.effect === 'required' && this.#isUncertain(path)) return []
    return this.#isComputable(rule.expression, at) && this.#isComputable(rule.when, at) ? [rule] : []
  }

  /** Replaces a value that cannot be computed here: the field keeps its current value and is locked while the rule applies. */
  #lock(rule: ResolvedRule, place: ExpressionPlace): ResolvedRule[] {
    if (!this.#isComputable(rule.when, place)) return []
    return [{ ...rule, expression: `${place.array === undefined ? 'doc' : 'line'}.${rule.on.at(-1) ?? ''}` }]
  }

  /** The buttons whose conditions can be read, with the values that can be: over the record as the server sent it, with what only the server computes. */
  opens(opens: Record<string, ResolvedOpening>): Record<string, ResolvedOpening> {
    return Object.fromEntries(Object.entries(opens).flatMap(([name, { values, ...opening }]) => {
      const place = { array: opening.lines }
      const isRead = (expression: string | undefined): boolean => expression === undefined || !readsMissing(expression, place, this.#type, this.#missing)
      const kept = pick(values, (field) => isRead(values[field]))
      const isOffered = (opening.lines === undefined || !this.isMissing(opening.lines)) && isRead(opening.when) && Object.keys(kept).length > 0
      return isOffered ? [[name, { ...opening, values: kept }]] : []
    }))
  }

  /** @param sections what remains of the card's sections. */
  list(list: ResolvedList, sections: Record<string, ResolvedSection>): ResolvedList {
    const { key, stateField } = this.#type
    const isListed = (name: string): boolean => !this.#redactedOnSomeRows.has(name)
    const { calendar, ...rest } = list
    return {
      ...rest,
      ...definedOnly({ calendar: calendar && this.#calendar(calendar) }),
      columns: pick(this.#columns(list.columns, this.#type.shape), (name) => !this.#redactedOnAllRows.has(name)),
      filters: pick(list.filters, isListed),
      search: list.search.filter(isListed),
      sort: isListed(list.sort.field) ? list.sort : { ...list.sort, field: key },
      figures: pick(list.figures, (name) => !this.#readsMissing(list.figures[name]?.value)),
      tiles: isListed(stateField) ? list.tiles : {},
      tabs: pick(list.tabs, (name) => (isListed(stateField) && this.#isTabShown(list.tabs[name]) && isListed(list.tabs[name]?.archive ?? ''))),
      dialogs: Object.fromEntries(Object.entries(list.dialogs).flatMap(([name, dialog]) => {
        const kept = dialog.sections.filter((section) => sections[section] !== undefined)
        return kept.length === 0 ? [] : [[name, { ...dialog, sections: kept }]]
      })),
    }
  }

  /** The days of a record follow from its place in a calendar, so a calendar is not for people from whom they are withheld in any row. */
  #calendar({ title, details, initialsOf, colour, counted, row, rowName, group, ...calendar }: ResolvedCalendar): ResolvedCalendar | undefined {
    const isIn = (paths: ReadonlySet<string>, path: string): boolean => paths.has(path) || paths.has(path.split('.')[0] ?? '')
    if ([calendar.start, calendar.end].some((path) => isIn(this.#redactedOnSomeRows, path))) return undefined
    const isKept = (path: string): boolean => !isIn(this.#redactedOnAllRows, path)
    const kept = title.filter(isKept)
    const keptRow = row !== undefined && isKept(row) ? row : undefined
    const keptGroup = group !== undefined && isKept(group) ? group : undefined
    const views = calendar.views.filter((view) => (view !== 'people' || keptRow !== undefined) && (view !== 'groups' || keptGroup !== undefined))
    const [first] = views
    if (first === undefined) return undefined
    return {
      ...calendar, views, view: views.includes(calendar.view) ? calendar.view : first, title: kept.length === 0 ? [this.#type.key] : kept, details: details.filter(isKept),
      ...definedOnly({ initialsOf: initialsOf !== undefined && isKept(initialsOf) ? initialsOf : undefined, colour: colour !== undefined && isKept(colour.by) ? colour : undefined, counted: this.#redactedOnSomeRows.has(this.#type.stateField) ? undefined : counted, row: keptRow, rowName: keptRow !== undefined && rowName !== undefined && isKept(rowName) ? rowName : undefined, group: keptGroup }),
    }
  }

  /** A tab that distinguishes states with one wire name is not for people from whom the state is withheld. */
  #isTabShown(tab: ResolvedList['tabs'][string] | undefined): boolean {
    return !isStateRedacted(this.#type, this.#redactedOnSomeRows) || hasWholeWireNames(this.#type, tab?.states ?? [])
  }

  sections(sections: ResolvedSection[]): Record<string, ResolvedSection> {
    return Object.fromEntries(sections.flatMap((section) => this.#section(section).map((kept) => [kept.name, kept])))
  }

  /** Empty if nothing remains of the section. */
  #section(section: ResolvedSection): ResolvedSection[] {
    const { field: array, inherits } = section
    if (array !== undefined && this.isMissing(array)) return []
    const prefix = array === undefined ? '' : `${array}.`
    const shape = (array === undefined ? undefined : this.#type.shape.fields[array]?.line) ?? this.#type.shape
    const isKept = (name: string): boolean => !this.isMissing(prefix + name)
    const dialogs = Object.entries(section.dialogs).map(([name, dialog]) => [name, { ...dialog, fields: dialog.fields.filter(isKept) }] as const)
    const inherited = (inherits?.fields ?? []).filter((name) => isKept(name) && !this.isMissing(name))
    const kept: ResolvedSection = {
      ...this.conditional(section, 'missing'),
      fields: section.fields.filter(isKept), columns: this.#columns(section.columns, shape, prefix),
      dialogs: Object.fromEntries(dialogs.filter(([, { fields }]) => fields.length > 0)),
    }
    delete kept.inherits
    if (inherits !== undefined && inherited.length > 0) kept.inherits = { ...inherits, fields: inherited }
    const { fields, columns } = section
    const isEmptied = (section.kind === 'fields' && fields.length > kept.fields.length && kept.fields.length === 0)
      || (section.kind === 'lines' && Object.keys(columns).length > 0 && Object.keys(kept.columns).length === 0)
    return isEmptied ? [] : [kept]
  }

  /** A step of which nothing remains is skipped, unless it is the last, which saves. */
  wizard({ steps, ...wizard }: ResolvedWizard, sections: Record<string, ResolvedSection>): ResolvedWizard {
    const last = Object.keys(steps).at(-1)
    const kept = Object.values(steps).flatMap((step) => {
      const shown = step.sections.filter((name) => sections[name] !== undefined)
      return shown.length === 0 && step.name !== last ? [] : [{ ...this.conditional(step, 'missing'), sections: shown, needs: step.needs.filter((name) => !this.isMissing(name)) }]
    })
    return { ...wizard, steps: Object.fromEntries(kept.map((step) => [step.name, step])) }
  }

  /** An action whose condition cannot be evaluated here is offered wherever the server offers it. */
  action(action: ResolvedAction): ResolvedAction {
    const { input } = action
    const checks = pick(action.checks, (name) => this.#isComputable(action.checks[name]?.expression, definedOnly({ input })))
    const shows = action.shows && pick(action.shows, (name) => this.#isComputable(action.shows?.[name]?.value, definedOnly({ input })))
    return { ...this.conditional(action, 'uncertain'), checks, ...definedOnly({ input: input && this.shape(input, { input }), shows }) }
  }

  approval(approval: ResolvedApproval): ResolvedApproval {
    return { ...approval, summary: approval.summary.filter((name) => !this.isMissing(name)), columns: pick(approval.columns, (name) => !this.isMissing(name)) }
  }

  /**
   * Drops a condition that cannot be evaluated here. Stored values are right even if they follow from something redacted: with `missing` they
   * can be read.
   */
  conditional<T extends { when?: string }>(given: T, by: 'missing' | 'uncertain'): Omit<T, 'when'> & { when?: string } {
    const { when, ...rest } = given
    return when === undefined || readsMissing(when, {}, this.#type, by === 'missing' ? this.#missing : this.#uncertain) ? rest : { ...rest, when }
  }
}

/** The path as permissions write it. A field of an action's input is not a field of the type. */
function pathOf(name: string, array: string | undefined, input?: ResolvedShape): string {
  return input === undefined ? pathIn(name, array) : `${name}#`
}

function pick<T>(entries: Record<string, T>, isKept: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => isKept(name)))
}
