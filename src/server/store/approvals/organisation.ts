/**
 * Facts about people from employee and department records, loaded only as far as a decision needs them: a company may have thousands of
 * employees, and a decision concerns a handful.
 */
import { ADMINISTRATOR, PORTAL_ADMINISTRATOR, recordDoc, type Catalogue, type JsonObject, type OrganisationFacts } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from '../documents/documents.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'
import { numberSql } from '../users/users.ts'

/** A decision needs a few loads of missing facts; more than this means that it never terminates. */
const MAX_LOADS = 50

/**
 * Runs a decision about people on the facts as of this transaction. `decide` is run again whenever it needed a person who was not loaded,
 * so it must have no side effects. What it throws is rethrown only if nothing was missing.
 */
export async function withOrganisation<T>(db: Db, catalogue: Catalogue, company: string, decide: (facts: OrganisationFacts) => T): Promise<T> {
  const known = new KnownPeople(catalogue)
  for (let load = 0; load < MAX_LOADS; load += 1) {
    const outcome = attempt(() => decide(known.facts()))
    if (!known.isLacking()) return outcome()
    await known.load(db, company)
  }
  throw new Error('The decision keeps requesting more people.')
}

function attempt<T>(decide: () => T): () => T {
  try {
    const value = decide()
    return () => value
  } catch (error) {
    return () => { throw error }
  }
}

interface RolesRow { number: string; roles: string[]; is_admin: boolean; portal_admin: boolean }

class KnownPeople {
  readonly #catalogue: Catalogue
  /** Record by key; undefined if it does not exist. */
  readonly #employees = new Map<string, JsonObject | undefined>()
  readonly #departments = new Map<string, JsonObject | undefined>()
  #users: RolesRow[] | undefined
  readonly #lackingEmployees = new Set<string>()
  readonly #lackingDepartments = new Set<string>()
  #isLackingUsers = false

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  isLacking(): boolean {
    return this.#isLackingUsers || this.#lackingEmployees.size > 0 || this.#lackingDepartments.size > 0
  }

  facts(): OrganisationFacts {
    const { employees, departments } = this.#catalogue.organisation
    const text = (record: JsonObject | undefined, field: string | undefined): string | undefined => {
      const value = field === undefined ? undefined : record?.[field]
      return typeof value === 'string' ? value : undefined
    }
    const withRole = (role: string): string[] => this.#withRole(role)
    return {
      manager: (employee) => text(this.#employee(employee), employees?.manager),
      departmentOf: (employee) => text(this.#employee(employee), employees?.department),
      headOf: (department) => text(this.#department(department), departments?.head),
      withRole,
      limitOf: (employee) => {
        if (employees?.unlimited !== undefined && this.#employee(employee)?.[employees.unlimited] === true) return Number.POSITIVE_INFINITY
        const limit = employees?.limit === undefined ? undefined : this.#employee(employee)?.[employees.limit]
        return typeof limit === 'number' ? limit : undefined
      },
      isActive: (employee) => employee.startsWith('user:') || isActive(this.#catalogue.organisation, this.#employee(employee)),
      get administrator() { return withRole(ADMINISTRATOR)[0] ?? '' }
    }
  }

  #employee(key: string): JsonObject | undefined {
    if (!this.#employees.has(key) && this.#catalogue.organisation.employees) this.#lackingEmployees.add(key)
    return this.#employees.get(key)
  }

  #department(key: string): JsonObject | undefined {
    if (!this.#departments.has(key) && this.#catalogue.organisation.departments) this.#lackingDepartments.add(key)
    return this.#departments.get(key)
  }

  #withRole(role: string): string[] {
    if (this.#users === undefined) {
      this.#isLackingUsers = true
      return []
    }
    const has = (user: RolesRow): boolean => user.roles.includes(role) || (role === ADMINISTRATOR && user.is_admin) || (role === PORTAL_ADMINISTRATOR && user.portal_admin)
    return this.#users.filter(has).map((user) => user.number)
  }

  /**
   * Loads what the last decision was missing. Roles are loaded only if nothing else was missing: a person whose record is not loaded yet
   * seems to have no manager, so that the decision wrongly falls back to a role.
   */
  async load(db: Db, company: string): Promise<void> {
    const { employees, departments } = this.#catalogue.organisation
    const isLackingRecords = this.#lackingEmployees.size + this.#lackingDepartments.size > 0
    if (employees && this.#lackingEmployees.size > 0) await this.#loadEmployees(db, company, employees.type, employees.manager)
    if (departments && this.#lackingDepartments.size > 0) {
      const wanted = [...this.#lackingDepartments]
      const s = new Statement()
      const rows = await s.run<RecordRow>(
        db, `select ${RECORD_COLUMNS} from documents d where d.company = ${s.value(company)} and d.type = ${literal(departments.type)} and d.key ${s.oneOf(wanted)}`
      )
      this.#keep(this.#departments, departments.type, wanted, rows)
    }
    if (!isLackingRecords) this.#users = await loadUsers(db, company)
    this.#lackingEmployees.clear()
    this.#lackingDepartments.clear()
    this.#isLackingUsers = false
  }

  /**
   * Loads employees together with all managers above them, since a decision usually needs those next. The union makes a cycle of managers
   * terminate.
   */
  async #loadEmployees(db: Db, company: string, type: string, manager: string | undefined): Promise<void> {
    const s = new Statement()
    const at = `d.company = ${s.value(company)} and d.type = ${literal(type)}`
    const wanted = [...this.#lackingEmployees]
    const asked = `select ${RECORD_COLUMNS} from documents d where ${at} and d.key ${s.oneOf(wanted)}`
    // `offset 0` forces a lookup by key; otherwise the planner reads all employees at every step up.
    const text = manager === undefined ? asked : `with recursive above as (
        ${asked} union
        select d.* from above a cross join lateral (select ${RECORD_COLUMNS} from documents d where ${at} and d.key = (a.data->>${literal(manager)}) collate "C" offset 0) d)
      select * from above`
    this.#keep(this.#employees, type, wanted, await s.run<RecordRow>(db, text))
  }

  #keep(known: Map<string, JsonObject | undefined>, type: string, wanted: string[], rows: RecordRow[]): void {
    for (const key of wanted) known.set(key, undefined)
    const manifest = this.#catalogue.types[type]
    for (const row of rows) known.set(row.key, manifest ? recordDoc(manifest, toRecord(row)) : undefined)
  }
}

/** Whether an employee record, if any, belongs to an active employee. If no type holds the employees, everyone counts as active. */
export function isActive({ employees }: Catalogue['organisation'], record: JsonObject | undefined): boolean {
  return employees === undefined || record !== undefined && (employees.active === undefined || record[employees.active] !== false)
}

/** Whether the employee is the manager of somebody active or the head of a department; undefined if no type holds the employees. */
export async function leadsOthers(db: Db, { organisation: { employees, departments } }: Catalogue, company: string, number: string): Promise<boolean | undefined> {
  if (employees?.manager === undefined) return undefined
  const s = new Statement()
  const of = (type: string, field: string): string => `d.company = ${s.value(company)} and d.type = ${literal(type)} and d.data->>${literal(field)} = ${s.value(number)}`
  const isActiveSql = employees.active === undefined ? '' : ` and d.data->${literal(employees.active)} is distinct from 'false'::jsonb`
  const heads = departments === undefined ? '' : ` or exists (select 1 from documents d where ${of(departments.type, departments.head)})`
  const [row] = await s.run<{ leads: boolean }>(db, `select exists (select 1 from documents d where ${of(employees.type, employees.manager)}${isActiveSql})${heads} as leads`)
  return row?.leads === true
}

/** Employee number (or `user:<id>` for those without one) and roles of the company's active users, oldest first. */
async function loadUsers(db: Db, company: string): Promise<RolesRow[]> {
  const s = new Statement()
  return s.run<RolesRow>(
    db,
    `select ${numberSql('users')} as number, roles, is_admin, portal_admin from users
     where active and ${s.value(company)} = any(companies) and (is_admin or portal_admin or cardinality(roles) > 0) order by created_at`
  )
}
