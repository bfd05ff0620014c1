import { describe, expect, test } from 'vitest'
import type { Catalogue, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { makeField, makePermission, makeShape, makeType } from '../testing/make-type.ts'
import { toClientManifest } from '../manifest/client/client-manifest.ts'
import { columnsShownAtFirst, visibilityOf } from './visibility.ts'

const own = 'doc.employee_no == user.employee'
const claim = makeType({
  permissions: {
    employee: makePermission('employee', { rows: own, can: ['list', 'get', 'create'], hide: ['secret', 'lines.margin'] }),
    approver: makePermission('approver', { rows: 'doc.no in user.assigned', can: ['get'], hide: ['secret'] }),
    custodian: makePermission('custodian', { rows: own, hide: ['lines.margin'] }),
    clerk: makePermission('clerk', { can: ['list', 'get', 'create'], hide: ['lines.margin'] }),
    finance: makePermission('finance'),
    auditor: makePermission('auditor', { rows: 'doc.total > 50.0', hide: ['secret'] }),
    printer: makePermission('printer', { can: ['update'], hide: [] }),
  },
})

/** claim → person → office, and through a list → rate. None of these roles may see a vault. */
function catalogueOf(types: ResolvedDocumentType[]): Catalogue {
  return { types: Object.fromEntries(types.map((type) => [type.id, type])), modules: {}, menu: [], pages: {}, redirects: {}, dashboards: {}, landing: [], settings: {}, roles: {}, organisation: {}, hash: '' }
}
const shape = (refs: Record<string, string>) => makeShape(Object.fromEntries(Object.entries(refs).map(([name, to]) => [name, makeField(name, { ref: { to, as: `${name}_record`, label: 'name' } })])))
const catalogue = catalogueOf([
  claim,
  makeType({ id: 'trip', shape: shape({ person: 'person', vault: 'vault' }), lists: { rates: { of: 'rate' } }, permissions: { employee: makePermission('employee') } }),
  makeType({ id: 'person', shape: shape({ office: 'office', boss: 'person' }), permissions: { employee: makePermission('employee', { hide: ['grade', 'phone'] }), hr: makePermission('hr'), phonebook: makePermission('phonebook', { hide: ['grade'] }) } }),
  makeType({ id: 'office', shape: shape({}), permissions: { employee: makePermission('employee', { rows: own, hide: ['rent'] }), tenant: makePermission('tenant', { rows: own }) } }),
  makeType({ id: 'rate', shape: shape({}), permissions: { employee: makePermission('employee', { hide: ['cost'] }) } }),
  makeType({ id: 'vault', shape: shape({}), permissions: { administrator: makePermission('administrator'), employee: makePermission('employee', { can: ['create'] }) } }),
])

describe('the fields that are redacted for roles', () => {
  test.each<[string, string[], { redactedAlways?: string[]; redactedOnNew?: string[]; redactedOnAllRows?: string[]; redactedOnSomeRows?: string[] }]>([
    ['a field that the only role hides is never shown', ['employee'], { redactedAlways: ['lines.margin', 'secret'] }],
    ['a role that sees every row and hides nothing has no redacted fields', ['finance'], {}],
    ['a field that the creating role hides is redacted on new records only, if another role shows it on every row', ['employee', 'finance'], { redactedOnNew: ['lines.margin', 'secret'] }],
    ['a field that only the listing role hides is redacted in lists and on new records', ['employee', 'approver'], { redactedAlways: ['secret'], redactedOnNew: ['lines.margin'], redactedOnAllRows: ['lines.margin'] }],
    ['a field that is shown on some rows only is redacted in searching and sorting', ['custodian', 'auditor'], { redactedOnSomeRows: ['lines.margin', 'secret'] }],
    ['a field that another role shows on the same rows is redacted on new records only', ['employee', 'custodian'], { redactedAlways: ['lines.margin'], redactedOnNew: ['secret'] }],
    ['a field that both creating roles hide is never shown', ['employee', 'clerk'], { redactedAlways: ['lines.margin'] }],
    ['a role that neither reads nor creates shows no field that any role hides', ['printer'], { redactedAlways: ['lines.margin', 'secret'] }],
  ])('%s', (_, roles, expected) => {
    const { redactedInOtherTypes, ...own } = visibilityOf(catalogue, claim, roles)
    expect(own).toEqual({ redactedAlways: [], redactedOnNew: [], redactedOnAllRows: [], redactedOnSomeRows: [], columnsByRole: {}, ...expected })
    expect(redactedInOtherTypes).toEqual({})
  })
})

test.each<[string, string[], Record<string, string>, boolean[]]>([
  ['a person with none of its roles has it as declared', ['employee'], {}, [true, true]],
  ['a role may have it shown', ['employee', 'finance'], { description: 'shown' }, [true, false]],
  ['a role may lack it', ['auditor'], { description: 'none' }, [false, false]],
  ['among several roles “shown” prevails over “offered” and “none”', ['auditor', 'finance', 'clerk'], { description: 'shown' }, [true, false]],
])('a list’s column depends on the roles: %s', (_, roles, expected, [isThere, isOffered]) => {
  const type = { ...claim, list: { ...claim.list, columns: { description: { field: 'description', title: 'D', offered: true, for: { finance: 'shown' as const, auditor: 'none' as const, clerk: 'offered' as const } } } } }
  const visibility = visibilityOf(catalogue, type, roles)
  expect(visibility.columnsByRole).toEqual(expected)
  const columns = (toClientManifest(type, visibility) as unknown as ResolvedDocumentType).list.columns
  expect(columnsShownAtFirst(type, roles)).toEqual(isThere === true && isOffered === false ? ['description'] : [])
  expect(columns['description']).toEqual(isThere === true ? { field: 'description', title: 'D', offered: isOffered } : undefined)
})

describe('redacted fields of the types that a type refers to', () => {
  test.each<[string, string, string[], Record<string, string[] | 'all'>]>([
    ['they are found through references, lists and further references, and a type without access is redacted whole', 'trip', ['employee'], { person: ['grade', 'phone'], office: ['rent'], rate: ['cost'], vault: 'all' }],
    ['they exclude fields that another role shows on every row or on the same rows', 'trip', ['employee', 'hr', 'tenant'], { rate: ['cost'], vault: 'all' }],
    ['they include fields that every other role hides too', 'trip', ['employee', 'phonebook'], { person: ['grade'], office: ['rent'], rate: ['cost'], vault: 'all' }],
    ['they include fields of the type itself when it refers to itself', 'person', ['employee'], { person: ['grade', 'phone'], office: ['rent'] }],
  ])('%s', (_, type, roles, expected) => {
    expect(visibilityOf(catalogue, catalogue.types[type]!, roles).redactedInOtherTypes).toEqual(expected)
  })
})
