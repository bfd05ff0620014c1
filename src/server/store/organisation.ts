/** What the employee and department records say, loaded for one decision. */
import { recordDoc, type Catalogue, type JsonObject } from '../../core/index.ts'
import type { OrganisationFacts } from '../../core/index.ts'
import type { Db } from './database.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from './documents.ts'
import { Statement } from './statement.ts'

/** The facts about the company's people as they stand in this transaction. */
export async function loadOrganisation(db: Db, catalogue: Catalogue, company: string): Promise<OrganisationFacts> {
  const { employees: employeeType, departments: departmentType } = catalogue.organisation
  const types = [employeeType?.type, departmentType?.type].filter((type) => type !== undefined)
  const s = new Statement()
  const rows = await s.run<RecordRow & { type: string }>(
    db, `select d.type, ${RECORD_COLUMNS} from documents d where d.company = ${s.value(company)} and d.type = any(${s.value(types, 'text[]')})`
  )
  const employees = byKey(rows, catalogue, employeeType?.type)
  const departments = byKey(rows, catalogue, departmentType?.type)
  const users = await db.selectFrom('users').select(['id', 'employee', 'roles', 'is_admin']).where('active', '=', true)
    .where((eb) => eb(eb.val(company), '=', eb.fn.any('companies'))).orderBy('created_at').execute()
  const numberOf = (user: { id: string; employee: string | null }): string => user.employee ?? `user:${user.id}`
  const administrators = users.filter((user) => user.is_admin || user.roles.includes('administrator')).map(numberOf)
  const read = (employee: string, field: string | undefined): string | undefined => {
    const value = field === undefined ? undefined : employees.get(employee)?.[field]
    return typeof value === 'string' ? value : undefined
  }
  return {
    manager: (employee) => read(employee, employeeType?.manager),
    departmentOf: (employee) => read(employee, employeeType?.department),
    headOf: (department) => {
      const head = departmentType && departments.get(department)?.[departmentType.head]
      return typeof head === 'string' ? head : undefined
    },
    withRole: (role) => (role === 'administrator' ? administrators : users.filter((user) => user.roles.includes(role)).map(numberOf)),
    limitOf: (employee) => {
      const limit = employeeType?.limit === undefined ? undefined : employees.get(employee)?.[employeeType.limit]
      return typeof limit === 'number' ? limit : undefined
    },
    isActive: (employee) => isActive(employee, employees, employeeType?.active),
    administrator: administrators[0] ?? ''
  }
}

function isActive(employee: string, employees: Map<string, JsonObject>, field: string | undefined): boolean {
  if (employee.startsWith('user:')) return true
  const record = employees.get(employee)
  return record !== undefined && (field === undefined || record[field] !== false)
}

function byKey(rows: (RecordRow & { type: string })[], catalogue: Catalogue, type: string | undefined): Map<string, JsonObject> {
  const manifest = type === undefined ? undefined : catalogue.types[type]
  if (!manifest) return new Map()
  return new Map(rows.filter((row) => row.type === type).map((row) => [row.key, recordDoc(manifest, toRecord(row))]))
}
