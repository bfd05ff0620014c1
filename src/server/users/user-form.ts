/**
 * Reads the form with which an administrator creates or changes a user, and compares it with the stored one. Reports every problem at once,
 * by field.
 */
import { ACCOUNT_FLAGS, ACCOUNT_NUMBER, emailIssue, GENDERS, type AccountFlag } from '../../contract/index.ts'
import { assignableRoles, DEFAULT_MESSAGES, fill, nearest, shownText, singleLineProblem, type FieldIssue, type JsonObject } from '../../core/index.ts'
import { invalidDocument, type AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { lockNumber, type UniqueField } from '../store/users/change-user.ts'
import { listCompanies } from '../store/settings/companies.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { loadRecords } from '../store/lists/references.ts'
import { findUserByEmail, findUserByUsername, type User } from '../store/users/users.ts'
import { identityIssues } from './privileges.ts'
import { refuseToEnter } from '../sign-in/rights-in-reach.ts'
import { fixedFields, type AccountScope } from './reach.ts'

const KNOWN = new Set<string>(['name', 'email', ACCOUNT_NUMBER, 'default_company', 'gender', 'username', 'companies', 'roles', ...ACCOUNT_FLAGS, '_rev'])
const MAX_LENGTHS = { name: 150, [ACCOUNT_NUMBER]: 20, username: 100 } as const
const TAKEN: Record<UniqueField, string> = { email: 'This e-mail belongs to somebody else.', username: 'Somebody else has this user name.' }

export type UserFields = Pick<User, 'name' | 'email' | typeof ACCOUNT_NUMBER | 'default_company' | 'gender' | 'username' | 'companies' | 'roles' | AccountFlag>

export interface UserForm {
  body: JsonObject
  /** The stored user; undefined for a new one. */
  before: User | undefined
  /** The reach of the current user. */
  reach: AccountScope
}

/** The user's fields as submitted. @throws AppError invalid-document */
export async function readUserForm(services: Services, tx: Tx, form: UserForm): Promise<UserFields> {
  const issues = new Issues()
  const fields = fieldsOf(form, issues)
  checkFixed(form, fields, issues)
  checkRoles(services, fields.roles, issues)
  checkCompanies(form, fields, issues)
  await checkOthers(tx, form, fields, issues)
  await checkEmployee(services, tx, form, fields, issues)
  // Only of fields that are valid themselves.
  issues.throwAny()
  await checkIdentity(services, tx, form, fields, issues)
  issues.throwAny()
  return fields
}

/** The error if the e-mail address or user name was taken after the form was read. */
export function nameTaken(field: UniqueField): AppError {
  const issues = new Issues()
  issues.say(field, 'unique', TAKEN[field])
  return issues.refusal()
}

class Issues {
  readonly #issues: FieldIssue[] = []

  /** Only the first problem of each field is kept. */
  say(path: string, rule: string, message: string): void {
    if (!this.has(path)) this.#issues.push({ path, rule, message, severity: 'error' })
  }

  has(path: string): boolean {
    return this.#issues.some((issue) => issue.path === path)
  }

  throwAny(): void {
    if (this.#issues.length > 0) throw this.refusal()
  }

  refusal(): AppError {
    return invalidDocument(this.#issues)
  }
}

function fieldsOf({ body, before }: UserForm, issues: Issues): UserFields {
  for (const name of Object.keys(body)) if (!KNOWN.has(name)) issues.say(name.slice(0, 60), 'unknown', `There is no field "${name.slice(0, 60)}".`)
  const text = (name: keyof typeof MAX_LENGTHS | 'email' | 'default_company' | 'gender'): string | undefined => {
    const value = body[name]
    if (value === undefined || value === null) return value === null ? '' : undefined
    if (typeof value === 'string') return shownText(value)
    issues.say(name, 'type', 'This must be text.')
    return ''
  }
  const required = (name: 'name' | 'email' | 'default_company'): string => {
    const value = text(name) ?? ''
    if (value === '') issues.say(name, 'required', 'Required.')
    return value
  }
  const flag = (name: AccountFlag): boolean => {
    const value = body[name]
    if (value !== undefined && typeof value !== 'boolean') issues.say(name, 'type', 'This must be yes or no.')
    return typeof value === 'boolean' ? value : (before?.[name] ?? false)
  }
  const list = (name: 'companies' | 'roles'): string[] | undefined => {
    const value = body[name]
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return [...new Set(value)]
    issues.say(name, 'type', 'This must be a list of text values.')
    return undefined
  }
  const optional = (name: typeof ACCOUNT_NUMBER | 'username' | 'gender'): string | null => {
    const value = text(name)
    return value === undefined ? (before?.[name] ?? null) : value || null
  }
  const email = required('email')
  const unfit = email === '' || email === before?.email ? undefined : emailIssue(email)
  if (unfit !== undefined) issues.say('email', 'email', unfit)
  // Users who never had a number (visitors, administrators) need none.
  const employee = before !== undefined && before.employee !== null && (text(ACCOUNT_NUMBER) ?? '') === '' ? '' : optional(ACCOUNT_NUMBER)
  if (employee === '') issues.say(ACCOUNT_NUMBER, 'required', 'Required.')
  const gender = optional('gender')
  if (gender !== null && !GENDERS.some((one) => one === gender)) issues.say('gender', 'enum', `This must be one of ${GENDERS.join(', ')}.`)
  const company = required('default_company')
  const fields = {
    name: required('name'), email, employee, gender, username: optional('username'), default_company: company,
    companies: [...new Set([company, ...(list('companies') ?? before?.companies ?? [])])], roles: list('roles') ?? before?.roles ?? [],
    is_admin: flag('is_admin'), is_approver: flag('is_approver'), is_navuser: flag('is_navuser'), portal_admin: flag('portal_admin'),
  }
  for (const [name, max] of Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][]) {
    if ((fields[name]?.length ?? 0) > max) issues.say(name, 'maxLength', `This may have at most ${max} characters.`)
    // A stored one may be from before this rule.
    const problem = fields[name] === before?.[name] ? undefined : singleLineProblem(fields[name] ?? '')
    if (problem !== undefined) issues.say(name, problem, fill(DEFAULT_MESSAGES[problem], { label: 'This' }))
  }
  return fields
}

/** Rejects changes to fields that the current user may not change. */
function checkFixed({ before, reach }: UserForm, fields: UserFields, issues: Issues): void {
  if (before === undefined) return
  const plain = (value: UserFields[keyof UserFields]): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
  const message = reach.givesAccess ? 'Somebody else has to change this of your own account.' : 'Only an administrator may change this.'
  for (const name of fixedFields(reach, before)) {
    if (plain(fields[name]) !== plain(before[name])) issues.say(name, 'fixed', message)
  }
}

function checkRoles({ engines }: Services, roles: string[], issues: Issues): void {
  const known = Object.keys(assignableRoles(engines.base().catalogue.roles))
  const unknown = roles.find((role) => !known.includes(role))
  if (unknown === undefined) return
  const suggestion = nearest(unknown, known)
  issues.say('roles', 'unknown', `There is no role "${unknown.slice(0, 60)}".${suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`}`)
}

/** @throws AppError company-to-enter */
function checkCompanies({ body, before, reach }: UserForm, fields: UserFields, issues: Issues): void {
  const { companies } = reach
  refuseToEnter(reach, [fields.default_company, ...fields.companies].filter((code) => code !== ''))
  if (fields.default_company !== '' && !companies.includes(fields.default_company)) issues.say('default_company', 'unknown', 'Choose one of the companies that you administer.')
  else if (body['companies'] === undefined && before !== undefined && !before.companies.includes(fields.default_company)) {
    issues.say('default_company', 'unknown', `${before.name} does not belong to this company.`)
  }
  const foreign = fields.companies.filter((code) => code !== fields.default_company && !companies.includes(code))
  if (foreign.length > 0) issues.say('companies', 'unknown', 'Choose among the companies that you administer.')
}

async function checkOthers(db: Db, { before }: UserForm, { email, username }: UserFields, issues: Issues): Promise<void> {
  if (!issues.has('email')) {
    const other = await findUserByEmail(db, email)
    if (other !== undefined && other.id !== before?.id) issues.say('email', 'unique', TAKEN.email)
  }
  if (username !== null && !issues.has('username')) {
    const other = await findUserByUsername(db, username)
    if (other !== undefined && other.id !== before?.id) issues.say('username', 'unique', TAKEN.username)
  }
}

/** The account of an employee has the sign-in names of the employee record; one with rights and without a record keeps its own. */
async function checkIdentity(services: Services, tx: Tx, { before, reach }: UserForm, next: UserFields, issues: Issues): Promise<void> {
  for (const { field, message } of await identityIssues(services, tx, { before, next, isSelf: before?.id === reach.self })) issues.say(field, 'identity', message)
}

/** The number must belong to a record in the default company, and to no other account. */
async function checkEmployee({ engines }: Services, tx: Tx, { before }: UserForm, fields: UserFields, issues: Issues): Promise<void> {
  const { employee, default_company: company } = fields
  const { catalogue } = engines.base()
  const { employees } = catalogue.organisation
  if (employee === null || employees === undefined || issues.has(ACCOUNT_NUMBER) || issues.has('default_company')) return
  if ((await loadRecords(tx, company, [{ type: employees.type, key: employee }])).size === 0) {
    const [named] = await listCompanies(tx, [company])
    const title = catalogue.types[employees.type]?.title.one ?? employees.type
    issues.say(ACCOUNT_NUMBER, 'unknown', `${title} ${employee} does not exist in ${named?.display_name ?? company}.`)
    return
  }
  const holder = await lockNumber(tx, employee, fields.companies, { exceptId: before?.id })
  if (holder !== undefined) issues.say(ACCOUNT_NUMBER, 'unique', `${holder.name} already has this number.`)
}
