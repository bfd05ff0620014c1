/**
 * The resolved manifest: what the engine works with once structure, mixins, references and overlays have been processed. Everything
 * optional in the author's manifest has its value here, and every list is keyed.
 */
import type { ActionFlags } from '../language/action-keywords.ts'
import type { FieldFlags } from '../language/field-keywords.ts'
import type { Json, JsonObject } from '../../document/json.ts'
import type { ResolvedDashboard, ResolvedLanding } from './resolved-dashboard.ts'
import type { Colour, Expression, Text } from './written.ts'

export type TypeKind = 'document' | 'master' | 'ledger'
export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete'
export type { Colour, Expression, Text } from './written.ts'

export interface ResolvedReference { to: string; as?: string; label: string; truncate?: number; options?: Expression }

export interface ResolvedField extends FieldFlags {
  name: string
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  title: string
  description?: string
  format?: 'date' | 'date-time' | 'time' | 'email' | 'uri'
  enum?: Json[]
  enumTitles?: Record<string, string>
  /** The values are ids of document types, which change when a type is renamed. */
  namesTypes?: true
  default?: Json
  /** No person enters the value: the manifest says so, or it is computed or stamped. */
  readOnly: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  /** The shape of the lines, if the field is an array of lines. */
  line?: ResolvedShape
  /** The parts of an object that is not a file. */
  parts?: ResolvedShape
  lineKey?: string
  parentKey?: string
  ref?: ResolvedReference
  /** Of a field whose type of records another field decides: that field, and the reference for each of its values. */
  refBy?: { field: string; to: Record<string, ResolvedReference> }
  /** The setting, group.name, whose texts may be chosen. */
  choices?: string
  /** The header field with the currency; empty for the company's currency; absent if the field is not an amount. */
  money?: string
  compute?: Expression
  /** The value is calculated only while this is true, and stays as stored afterwards. */
  computeWhile?: Expression
  /** Calculated each time one record is read, and never stored; lists the fields beside it that it depends on. */
  live?: string[]
  stamp?: Expression
  defaultExpression?: Expression
  /** Of an action's input: whether it is asked for. */
  askedWhen?: Expression
  /** Name on the wire. */
  wire: string
  wireAlias: string[]
  widget?: string
  widgetOptions: JsonObject
  placeholder?: string
  /** Earlier names of the field. */
  renamedFrom?: string[]
  /** The value is a file. */
  file?: { maxBytes: number; types: string[] }
  /** Expression for the colour in which the value is shown. */
  tone?: Expression
}

export interface ResolvedShape { name: string; required: string[]; fields: Record<string, ResolvedField> }

/**
 * One group of settings: its shape, its heading and description on the settings screen, and in `awaits`, by setting, the part of the product
 * that reads it and is not installed. The screen shows such a setting with that note.
 */
export interface ResolvedSettings extends ResolvedShape { title: string; description?: string; awaits: Record<string, string> }

export type RuleEffect = 'visible' | 'enabled' | 'required' | 'value' | 'fill' | 'check' | 'min' | 'max' | 'unavailable' | 'label'

export interface ResolvedRule {
  name: string
  /** `['description']` or `['lines', 'amount']`. */
  on: [string] | [string, string]
  effect: RuleEffect
  expression: Expression
  when?: Expression
  after: string[]
  message?: string
  severity: 'error' | 'warning'
  /** Actions that it applies to; all of them if undefined. */
  for?: string[]
  whenHidden: 'keep' | 'clear' | 'strip'
  whenDisabled: 'keep' | 'clear'
  relaxable: boolean
}

/** How a column of a list appears to people with a role. */
export type ColumnForRole = 'shown' | 'offered' | 'none'

export interface ResolvedColumn { field: string; title: string; width?: number; /** Not shown by default. */ offered: boolean; for?: Record<string, ColumnForRole>; truncate?: number; format?: string; /** False if its amounts are not summed. */ total?: boolean; /** Fields of the line that explain the value. */ details?: string[] }

/** Sections of the card that can be read from a row of the list. */
export interface ResolvedListDialog { label: string; icon?: string; sections: string[]; when?: Expression }
/** A card above the list; `value` and `when` stay on the server. */
export interface ResolvedFigure { title: string; icon?: string; value: Expression; money: boolean; when?: Expression }

/** A button that carries fields of the chosen rows over to a new record. */
export interface ResolvedCarry { label: string; icon?: string; page: string; with: Record<string, string>; as: string; values: string[] }

export type CalendarView = 'day' | 'four-days' | 'week' | 'month' | 'people' | 'groups'

/** The rows of a list in a calendar. */
export interface ResolvedCalendar {
  start: string
  /** The last day, included; the field of the first if there is no other. */
  end: string
  title: string[]
  details: string[]
  initialsOf?: string
  colour?: { by: string; of: Record<string, Colour> }
  views: CalendarView[]
  view: CalendarView
  shown: 'list' | 'calendar'
  /** The states in which a record takes its days; absent for all. */
  counted?: string[]
  row?: string
  /** The field with what a row is called; the row's own value if absent. */
  rowName?: string
  /** The field whose values the view groups counts by. */
  group?: string
  /** The rows for calendar programs; not sent to the portal. */
  feed?: ResolvedFeed
}

/** What calendar programs are sent of a row. */
export interface ResolvedFeed { summary: string; detailed?: string; states?: string[]; fromNoon?: string; untilNoon?: string }

export interface ResolvedList {
  columns: Record<string, ResolvedColumn>
  sort: { field: string; descending: boolean }
  pageSize: number
  search: string[]
  filters: Record<string, 'range' | 'equals'>
  /** Conditions of filters that are not always offered. */
  filtersWhen: Record<string, Expression>
  /** What can be created from chosen rows. */
  carries: Record<string, ResolvedCarry>
  calendar?: ResolvedCalendar
  /** Tabs by name, with the states whose rows they show. */
  /** The states of an archive are empty: it shows rows of any, in which its field is true. */
  tabs: Record<string, { title: string; states: string[]; archive?: string }>
  tiles: Record<string, Text>
  /** Sections of the card that a row opens in a dialog, by name. */
  dialogs: Record<string, ResolvedListDialog>
  /** Figures over the user's own records. */
  figures: Record<string, ResolvedFigure>
  empty: string
  actionsTitle: string
}

export interface ResolvedSection {
  name: string
  kind: 'fields' | 'lines' | 'attachments' | 'approvals' | 'history' | 'results'
  title?: string
  fields: string[]
  field?: string
  columns: Record<string, ResolvedColumn>
  dialogs: Record<string, { title: string; fields: string[] }>
  inherits?: { fields: string[]; ask?: string }
  addLabel: string
  columnsWide: number
  /** Shown as text, whoever may change its fields. */
  readOnly?: boolean
  collapsed: boolean
  /** The lines of a stored record are saved whenever the user leaves one of them. */
  autosave: boolean
  /** For kind approvals: whether the approvers' comments are shown. */
  comments?: Expression
  when?: Expression
  /** Views of the card that show it; `main` is the card itself. */
  views: string[]
  groupedBy?: { lines: string; key: string; heading?: string; fields: string[] }
}

/** A further screen of a record. */
export interface ResolvedCardView {
  title: string; label?: string; icon?: string; when?: Expression; place: ('card' | 'row')[]
  /** A calculator on a new record: the line that its button adds. */
  adds?: { label: string; lines: string; when?: Expression; values: Record<string, Expression> }
}

/** A button that opens a new record with values of this one, or of each of its lines. */
export interface ResolvedOpening {
  label: string; icon?: string; page: string; lines?: string; when?: Expression
  /** By field of the new record. */
  values: Record<string, Expression>
  /** It opens in a dialog, and is asked about after these actions. */
  asks?: { after: string[]; title: string; text: string }
}

export interface ResolvedCard { /** The fields in the line below the heading, if they are declared. */ summary?: string[]; sections: Record<string, ResolvedSection>; views: Record<string, ResolvedCardView>; opens: Record<string, ResolvedOpening>; actionsPosition: { fixed: 'top' | 'bottom' } | { setting: string } }

/** One step of a wizard: sections of the card, and what must hold before it is left. */
export interface ResolvedWizardStep {
  name: string
  title: string
  /** Names of sections of the card, in order. */
  sections: string[]
  when?: Expression
  /** Header fields that must have a value before the step can be left. */
  needs: string[]
  /** The action whose rules are checked before the next step; absent for the one that saves. */
  checkedFor?: string
}

/** The form of a type in steps; the last one sums up the others and saves. */
export interface ResolvedWizard { steps: Record<string, ResolvedWizardStep>; continueLabel: string; backLabel: string; saveLabel?: string; /** What follows saving. */ after: 'thanks' | 'card'; /** Shown after saving, with fields in braces. */ thanks?: string }

export type Tone = 'neutral' | 'info' | 'progress' | 'success' | 'warning' | 'danger'
export interface ResolvedState {
  name: string; label: string; initial: boolean; editable: boolean; final: boolean; tone: Tone; icon?: string; renamedFrom: string[]
  /** Its values in calls and views, by field; its name if absent. */
  wire?: Record<string, string>
  /** For each state that no longer exists, which of its stored records are in this one from now on. */
  was?: Record<string, Expression>
}

/** Where an action or decision leads: a state, or the first choice whose condition holds; the last choice has no condition. */
export type Target = string | TargetChoice[]
export interface TargetChoice { to: string; when?: Expression }

/** An entry to write, or with `each` one per line; with `reverses`, the existing entries to reverse. */
export interface ResolvedPost { to: string; when?: Expression; each?: string; reverses?: Expression; sum?: string; values: Record<string, Expression>; /** It is a run of a job, which begins at once. */ begins?: boolean }

/** Whom a notice goes to: `owner`, `supervisor`, `approvers`, a role, or the employee whose number the expression gives. */
export type Recipient = string | { employee: Expression }
/** A notification; the texts are filled in as each recipient sees the record. */
export interface ResolvedNotice { to: Recipient[]; when?: Expression; subject: string; text: string }

/** What happens besides the change of state, in the same transaction. */
export interface Consequences {
  sets: Record<string, Expression>
  posts: ResolvedPost[]
  effects: string[]
  notifies: ResolvedNotice[]
  /** Actions to run on the records of a lookup. */
  runs: ResolvedRun[]
}

export interface ResolvedRun { over: string; action: string; input: Record<string, Expression> }

/** What must hold before an action is performed; a bound applies to the field in `on`. */
export interface ResolvedActionCheck { name: string; /** The field of the input that it applies to. */ on?: string; effect: 'check' | 'min' | 'max' | 'unavailable'; expression: Expression; message: string }

export interface ResolvedAction extends Consequences, ActionFlags {
  id: string
  label: Text
  icon?: string
  tone: 'primary' | 'neutral' | 'danger'
  from: string[]
  who: string[]
  when?: Expression
  to?: Target
  /** Its target from each state, if that is not the same for all. */
  toFrom?: Record<string, Target>
  /**
   * Performing it requires a step-up if the company requires one before payments; with `rights`, also if the company requires one before
   * changes of rights.
   */
  stepUp?: boolean | 'rights'
  /** With `saves`: the only fields that it may change; `lines.field` for those of existing lines. */
  fields?: string[]
  startsApproval: boolean
  /** The further approval that it starts; absent for the type's own. */
  starts?: string
  endsApproval: boolean
  confirm?: { title?: string; text: string }
  input?: ResolvedShape
  /** What its dialog shows below the input, by name. */
  shows?: Record<string, ResolvedShownValue>
  checks: Record<string, ResolvedActionCheck>
  success?: string
  failure?: string
  place: ('card' | 'row')[]
  /** Views of the card that show its button. */
  views: string[]
}

/** A value that the dialog of an action calculates from what is entered. */
export interface ResolvedShownValue { title: string; value: Expression; format: 'text' | 'date' | 'number' | 'money' }

/** The fields of a ledger by their role on a person's statement. */
export interface ResolvedStatement { owner: string; date: string; amount: string; document?: string; kind?: string; text?: string; balance: boolean; reversed: boolean }

/** What a job writes for an item. */
export interface ResolvedJobPost { to: string; when?: Expression; key?: Expression; values: Record<string, Expression>; then?: string }
/** An action that a job runs on a record of an item, whose key is in the line's field `of`. */
export interface ResolvedJobRun { of: string; action: string; input: Record<string, Expression> }
export interface ResolvedSchedule { every: 'day' | 'month' | 'year'; /** Of a month 1 to 28 or last, of a year MM-DD. */ on: number | string; /** HH:MM on the company's clock. */ at: string }

/** A job, whose runs are the records of the type. */
export interface ResolvedJob {
  items: string
  /** Fields of the items' lines, each with the lookup whose records it goes through. */
  over: Record<string, string>
  when?: Expression
  why?: Expression
  /** Absent if nothing is posted. */
  key?: Expression
  posts: ResolvedJobPost[]
  runs: ResolvedJobRun[]
  notifies: ResolvedNotice[]
  schedule?: ResolvedSchedule
  states: Record<'trying' | 'tried' | 'running' | 'done' | 'stopped', string>
  figures: Record<'total' | 'done' | 'posted' | 'skipped' | 'failed' | 'cursor', string> & { endedAt?: string; note?: string }
  batch: number
}

/** A figure of an account: entries of the kinds, or a lookup's group, less another figure. */
export interface ResolvedBalanceFigure { name: string; title: string; /** Absent for all kinds. */ kinds?: string[]; sum: string; lookup?: string; negated: boolean; less?: string }

/** The fields of a ledger by their role in the accounts of people, and the figures of each account. */
export interface ResolvedBalances { owner: string; date: string; amount: string; kind: string; by: string; period: string; account?: string; document?: string; text?: string; current?: Expression; only?: Expression; unit: string; figures: Record<string, ResolvedBalanceFigure> }

/** A notice that is sent on days counted from a date of the document, or once, some hours after a moment of it. */
export interface ResolvedReminder { name: string; date: string; days: number[]; hours?: Expression; states?: string[]; when?: Expression; to: Recipient[]; subject: string; text: string }

export type ApproverRelation =
  | { kind: 'supervisor' } | { kind: 'head-of-department' } | { kind: 'manager'; level: number }
  | { kind: 'role'; role: string } | { kind: 'employee'; expression: Expression } | { kind: 'limit'; expression: Expression } | { kind: 'roleOf'; expression: Expression }

export interface ResolvedStep { id: string; title: string; approver: ApproverRelation; when?: Expression; mode: 'any' | 'all'; quorum?: number; parallel: boolean; dueDays: number }

/** `sets`, `posts`, `effects` and `notifies` take effect when the last approval is given. */
export interface ResolvedApproval extends Consequences { /** The name by which actions start it. */ id: string; /** What the decision is about. */ title?: string; steps: ResolvedStep[]; approved: Target; rejected: Target; returned?: string; summary: string[]; /** Columns of the type's own approvals page; empty if that page shows the summary. */ columns: Record<string, ResolvedColumn>; /** The field with the amount to decide on, in the company's currency. */ amount?: string; /** The state that the starting action leads to. */ pending: string; /** Returns the number of an employee who does not decide. */ except?: Expression }

/** Fields that one person changes and another approves. */
export interface DualControl { fields: string[]; /** Fields that one person changes alone, but nobody in a record about themself. */ notOwn?: string[]; /** Those of the fields that name an employee who gains by the change. */ gainers?: string[]; checker: string; about?: string; /** Whether the person whom the record is about may request a change. */ own: 'refused' | 'requested' }

export interface ResolvedPermission { role: string; rows: Expression; can: Verb[]; hide: string[] }

export interface ResolvedEndpoint {
  /**
   * list, figures, waiting, approvers, balances, get, create, update, delete, check, an action's id, `<lines>.get`, `<lines>.create`,
   * `<lines>.update`, `<lines>.delete`, `<lines>.list`, `attachments.delete`, `file.<field>`, `print.<name>`.
   */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Relative to the API base, path parameters as `:name`, no query. */
  path: string
  /** Where the record's key is; absent if none is needed. */
  key?: { in: 'path' | 'query' | 'body'; name: string; /** The key's own name on the wire, used if the body lacks the other. */ or?: string }
  /** Query parameters with fixed values that select this endpoint. */
  fixedQuery: Record<string, string>
  /** The format of its response, if it is not the engine's own: the record as a list of one, the first of a list alone, or the address of a file. */
  answers?: 'list' | 'one' | 'path' | 'status'
  /** The field whose value the call has in place of the key. */
  by?: string
  /** For list: filters that the call always carries. */
  filters?: Record<string, string>
  /** For list: which records it is about, over row and user. */
  where?: Expression
  /** For list: the parameter that each other name stands for. */
  parameters?: Record<string, string>
  /** For balances: the member of an account that each other name stands for. For list: the field, or `IS_APPROVER`, that each further name stands for. */
  gives?: Record<string, string>
  /** For list: parameters that change nothing. */
  ignores?: string[]
  /** For check: what the call asks and how it answers, if not as the generic one does. */
  check?: ResolvedCheckCall
}

/** A call that checks a form for another system. */
export interface ResolvedCheckCall {
  /** The fields of the form, by their names in the call. */
  takes: Record<string, string>
  /** Those of them that are entered one after another, so that rules propose what follows from each. */
  enters: string[]
  /** The action whose rules are checked; absent for the one that saves. */
  for?: string
  /** Header fields whose issues count. */
  fields: string[]
  /** What the data of the response contains, and what stands beside it; both may read `issues`. */
  gives: Record<string, Expression>
  beside: Record<string, Expression>
}

export interface ResolvedAttachments { field: string; maxBytes: number; maxFiles: number; types: string[]; requiredFor: string[]; /** The actions in `requiredFor` need a file only while this is true. */ requiredWhen?: Expression }
export interface ResolvedPrint { name: string; layout: JsonObject; title: string; /** The heading of the printed page, if it is not the title. */ heading?: string; when?: Expression; fileName: string; place: ('card' | 'row')[] }
/** How a figure is read: a text (which includes dates), a number or a boolean. */
export type FigureType = 'string' | 'number' | 'boolean'
/** How a figure is derived from the documents that it covers. */
export type FigureKind = 'count' | 'sum' | 'max' | 'min' | 'latest' | 'earliest'
/** A figure over other records; with `each`, one for every line of that array. */
export interface ResolvedLookup {
  name: string; of: string; where: Expression; figure: FigureKind
  /** The field that is summed, compared or returned; absent for a count. */
  field?: string
  /** The field by which the latest or earliest is found. */
  by?: string
  /** One figure for each value of this field. */
  per?: string
  /** The type of the figure, or of the figures by group. */
  value: FigureType
  /** The format of a text, taken from its field: how it is shown to people. */
  format?: ResolvedField['format']
  /** The type of the groups; absent if there are none. */
  group?: FigureType
  when?: Expression; each?: string; /** The person's own figure is shown to them. */ exposed?: boolean
}

/** An external service that finds records of the type; see the server's sources/. */
export interface RecordSource { service: string; when?: Expression; /** The keys that lead to the list in its response. */ rows: string[]; values: Record<string, Expression> }

export interface ResolvedDocumentType {
  id: string
  module: string
  renamedFrom: string[]
  version: number
  kind: TypeKind
  title: { one: string; many: string; setting?: string; list: string; /** Heading of the list by role; the first role that the user has decides. */ listFor?: Record<string, string>; new: string }
  icon: string
  description: string
  key: string
  label: string
  series?: string
  /** Whether the series may have no gaps; the default for ledgers. */
  gapless?: true
  owner?: string
  /** Roles whose members choose the owner of a record that they create. */
  ownerChosenBy?: string[]
  stateField: string
  shape: ResolvedShape
  source?: RecordSource
  lists: Record<string, { of: string; where?: Expression }>
  lookups: Record<string, ResolvedLookup>
  rules: Record<string, ResolvedRule>
  list: ResolvedList
  card: ResolvedCard
  wizard?: ResolvedWizard
  states: Record<string, ResolvedState>
  /** Own actions and, if there is an approval, approve, reject, delegate (and return): one table for all. */
  actions: Record<string, ResolvedAction>
  approval?: ResolvedApproval
  /** Further approvals by name. */
  approvals: Record<string, ResolvedApproval>
  permissions: Record<string, ResolvedPermission>
  dualControl?: DualControl
  /** The generic calls change nothing without the revision. */
  needsRevision?: boolean
  /** The first of each name is the one that the portal calls; synonyms follow. */
  endpoints: Record<string, ResolvedEndpoint[]>
  messages: Record<string, string>
  attachments?: ResolvedAttachments
  print: Record<string, ResolvedPrint>
  reminders: Record<string, ResolvedReminder>
  /** How its entries appear on a person's statement. */
  statement?: ResolvedStatement
  /** Its records are runs of this job. */
  job?: ResolvedJob
  /** The accounts of people that it keeps. */
  balances?: ResolvedBalances
  /** The first 16 hex characters of the SHA-256 of the resolved manifest as JSON. */
  hash: string
}

export interface ResolvedMenuEntry {
  id: string; title: Text; icon?: string; order: number; page?: string; /** Values for the address of the page. */ with?: Record<string, string>; records?: string; roles?: string[]; when?: Expression; subs: ResolvedMenuEntry[]
  /** An address outside the portal, of a link that the company added. */
  url?: string
  hasSideLinks?: boolean
  area?: 'administration'
  /** Whether the entry is also a button in the top bar. The menu that a user gets contains it only if it is true for them. */
  topBar?: Expression
}
/** A place in the address of a page. */
export interface PagePlace { in: 'path' | 'query'; name: string }

export interface ResolvedPage {
  id: string
  module: string
  path: string
  screen: string
  type?: string
  key?: PagePlace
  view?: string
  line?: PagePlace
  print?: string
  /** For screen file: the field. */
  file?: string
  /** For screen card: the field whose value the address has in place of the key. */
  keyField?: string
  dashboard?: string
  title?: Text
  /** Fields whose values the address may contain, with their places. */
  scope?: Record<string, PagePlace>
  /** Lines that the address adds to a new record. */
  lines?: { from: PagePlace; field: string; values: string[] }
  /** For screen list: the view of the card that opens in a dialog over it. */
  dialog?: string
  /** For screen list: other names of filters in its address, each with the field. */
  aliases?: Record<string, string>
  /** The view of the list's calendar that opens at first. */
  calendar?: CalendarView
  /** For screen list: tiles in place of the list's own tiles and tabs. */
  tiles?: Record<string, Text>
  /** For screen list: rows are opened and printed only. */
  readOnly?: boolean
  /** For screen list: the only records that it shows, of those that the person may list. */
  shows?: 'own' | 'assigned'
  /** Pages that are shown together as tabs, with their captions. */
  tabs?: Record<string, string>
  /** Headings in place of `title`, by role. */
  titleFor?: Record<string, string>
  /** For screen list: the tab that opens at first. */
  tab?: string
  /** For screen list: pages to which buttons above it lead, with their captions. */
  links?: Record<string, string>
  /** For screen list: the ledger whose balances stand above it. */
  balances?: string
}

export interface Organisation {
  employees?: { type: string; number: string; name: string; email?: string; username?: string; phone?: string; manager: string; department?: string; grade?: string; limit?: string; unlimited?: string; substitute?: string; active?: string; picture?: string }
  departments?: { type: string; head: string }
  delegations?: { type: string; from: string; to: string; start: string; end: string; types?: string; amount?: string }
  changeRequests?: ChangeRequestFields
  holidays?: { type: string; date: string }
  currency?: string
}

/** The type of requests for changes under dual control, with the names of its fields. */
export interface ChangeRequestFields { type: string; of: string; title?: string; key: string; label?: string; kind: string; about?: string; gainers?: string; checker: string; reason?: string; changes: string }

/** Everything that the manifests declare, checked and resolved, for one scope (base, or a client, company and roles). */
export interface Catalogue {
  types: Record<string, ResolvedDocumentType>
  modules: Record<string, { id: string; title: string }>
  menu: ResolvedMenuEntry[]
  pages: Record<string, ResolvedPage>
  redirects: Record<string, string>
  dashboards: Record<string, ResolvedDashboard>
  landing: ResolvedLanding[]
  /** Settings groups, merged from all modules, in the order of their declaration. */
  settings: Record<string, ResolvedSettings>
  roles: Record<string, string>
  organisation: Organisation
  hash: string
}
