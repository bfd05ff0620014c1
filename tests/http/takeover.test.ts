/** Nobody who administers accounts, and nobody who has left, signs in as a person with rights. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../src/contract/index.ts'
import { PASSWORD, NO_CODES, startApp, type Caller, type TestApp } from './harness.ts'
import { mailedLink, post } from './sign-in/support.ts'

interface Answered { status: number; code?: string; message: string; data: UserRow & { link?: string }; errors?: { path: string; rule: string; message: string }[] }

const APPROVER = 'otieno@mazingira.example'
/** Has no role and approves nothing; others may delegate their approvals to them. */
const EMPLOYEE = 'chebet@mazingira.example'
/** Has neither an employee record nor rights. */
const VISITOR = 'visitor@mazingira.example'
/** An employee without an account, and the e-mail of the employee record. */
const [COLLEAGUE, COLLEAGUES_EMAIL] = ['MRT-014', 'daniel.mutiso@mazingira.example']
const STOLEN = 'a stolen account in the hand'

/** An application with calls of its administrator. */
async function withAdministrator(isDemo: boolean): Promise<{ test: TestApp; act: (call: string, body: object) => Promise<Answered>; find: (email: string) => Promise<UserRow>; change: (email: string, more: object) => Promise<Answered> }> {
  const test = await startApp({ isDemo, settings: NO_CODES })
  const admin = await test.signIn('admin@mazingira.example')
  const act = async (call: string, body: object): Promise<Answered> => {
    const answer = await admin.call('POST', `admin/${call}`, body)
    return { ...answer.json<Omit<Answered, 'status'>>(), status: answer.statusCode }
  }
  const find = async (email: string): Promise<UserRow> => {
    const { data } = (await admin.call('GET', `admin/users?search=${encodeURIComponent(email)}`)).json<{ data: UserRow[] }>()
    const row = data.find((one) => one.email === email)
    if (row === undefined) throw new Error(`${email} is not listed.`)
    return row
  }
  const change = async (email: string, more: object): Promise<Answered> => {
    const { id, name, employee, default_company, _rev } = await find(email)
    return act(`updateUser/${id}`, { name, email, employee, default_company, _rev, ...more })
  }
  return { test, act, find, change }
}
const signIn = async (test: TestApp, email: string, password: string): Promise<number> => (await post(test, 'login', { email, password })).statusCode

describe('an administrator, with mail,', () => {
  let { test, act, find, change } = {} as Awaited<ReturnType<typeof withAdministrator>>
  beforeAll(async () => ({ test, act, find, change } = await withAdministrator(true)))
  afterAll(() => test.stop())

  it('cannot give an approver’s account an e-mail that the employee record does not have', async () => {
    const answer = await change(APPROVER, { email: 'mine@mazingira.example' })
    expect(answer.status).toBe(422)
    expect(answer.errors).toMatchObject([{ path: 'email', rule: 'identity', message: 'The employee record has otieno@mazingira.example. Change it there first.' }])
    expect((await find(APPROVER))._rev).toBe(1)
  })

  it('cannot give an employee’s account without rights another e-mail either, nor create one with it', async () => {
    expect((await change('juma@mazingira.example', { email: 'mine@mazingira.example' })).errors).toMatchObject([{ path: 'email', rule: 'identity' }])
    const created = await act('createUser', { name: 'Daniel Mutiso', email: 'mine@mazingira.example', default_company: 'MRT', employee: COLLEAGUE })
    expect(created.errors).toMatchObject([{ path: 'email', rule: 'identity' }])
  })

  it('cannot make a running session another employee’s: the account loses its sessions and password, and gets the e-mail of that employee', async () => {
    const person = await test.signIn('juma@mazingira.example')
    expect((await change('juma@mazingira.example', { employee: COLLEAGUE })).errors).toMatchObject([{ path: 'email', rule: 'identity' }])
    expect(await change('juma@mazingira.example', { employee: COLLEAGUE, email: COLLEAGUES_EMAIL })).toMatchObject({ status: 200 })
    expect((await person.call('GET', 'documents/staff-pay')).statusCode).toBe(401)
    expect(await signIn(test, COLLEAGUES_EMAIL, PASSWORD)).toBe(401)
    expect((await post(test, 'setPassword', { token: await mailedLink(test, COLLEAGUES_EMAIL), password: 'a heron under the bridge' })).statusCode).toBe(200)
  })

  it('cannot open another company to an account in which its number is somebody else’s', async () => {
    const { kysely } = test.services.database
    const theirs = await kysely.selectFrom('documents').selectAll().where('company', '=', 'MRT').where('type', '=', 'employee').where('key', '=', 'MRT-019').executeTakeFirstOrThrow()
    await kysely.insertInto('documents').values({ ...theirs, company: 'USC', data: JSON.stringify({ ...theirs.data, email: 'somebody@uwezo.example' }) }).execute()
    const refused = await change('kiptoo@mazingira.example', { companies: ['MRT', 'USC'] })
    expect(refused.errors).toMatchObject([{ path: 'companies', rule: 'identity', message: 'In USC, MRT-019 is the number of somebody with another e-mail.' }])
    expect((await change('kiptoo@mazingira.example', { companies: ['MRT', 'BML'] })).status).toBe(200)
  })

  it('does not change who is named in the history of records by renaming accounts, nor does who renames employees', async () => {
    const employee = await test.signIn('atieno@mazingira.example')
    const { no } = (await employee.call('POST', 'documents/petty-cash', { description: 'Courier' })).json<{ data: { no: string } }>().data
    const patch = async (by: Caller, path: string, changed: object): Promise<number> => {
      const { _rev } = (await by.call('GET', `documents/${path}`)).json<{ data: { _rev: number } }>().data
      return (await by.call('PATCH', `documents/${path}`, { ...changed, _rev })).statusCode
    }
    const actors = async (): Promise<(string | null)[]> => (await employee.call('GET', `documents/petty-cash/${no}/events`)).json<{ data: { actor: string | null }[] }>().data.map(({ actor }) => actor)
    expect(await actors()).toEqual(['Atieno Owino'])
    expect((await change('atieno@mazingira.example', { name: 'Peter Mutua' })).status).toBe(200)
    expect(await patch(employee, `petty-cash/${no}`, { description: 'Courier to Kisumu' })).toBe(200)
    expect(await actors()).toEqual(['Atieno Owino', 'Atieno Owino'])
    expect(await patch(await test.signIn('wambui@mazingira.example'), 'employee/MRT-023', { search_name: 'Atieno Adhiambo' })).toBe(200)
    expect(await patch(employee, `petty-cash/${no}`, { description: 'Courier to Lodwar' })).toBe(200)
    expect(await actors()).toEqual(['Atieno Owino', 'Atieno Owino', 'Atieno Adhiambo'])
  })

  it('does not change it by renaming an account without an employee record either', async () => {
    const created = await act('createUser', { name: 'First Name', email: 'namer@firm.example', default_company: 'MRT', roles: ['finance'] })
    expect(created.status, created.message).toBe(201)
    await post(test, 'setPassword', { token: await mailedLink(test, 'namer@firm.example'), password: PASSWORD })
    const namer = await test.signIn('namer@firm.example')
    expect((await namer.call('POST', 'documents/fund', { no: 'NAMES', name: 'Names' })).statusCode).toBe(201)
    expect((await change('namer@firm.example', { name: 'Second Name', roles: ['finance'] })).status).toBe(200)
    expect((await namer.call('GET', 'documents/fund/NAMES/events')).json<{ data: { actor: string }[] }>().data.map(({ actor }) => actor)).toEqual(['First Name'])
  })

  it('leaves the session and password of a person as they are by giving them a right, if nobody touched their sign-in', async () => {
    const person = await test.signIn('wanjiku@mazingira.example')
    expect((await change('wanjiku@mazingira.example', { roles: ['storekeeper'] })).status).toBe(200)
    expect((await person.call('GET', 'hrmis/auth/session')).statusCode).toBe(200)
    expect(await signIn(test, 'wanjiku@mazingira.example', PASSWORD)).toBe(200)
  })

  it('cannot change the e-mail of a person with rights and without an employee record, nor give rights to an account that they moved', async () => {
    const created = await act('createUser', { name: 'An Auditor', email: 'auditor@firm.example', default_company: 'MRT', roles: ['finance'] })
    expect(created.status, created.message).toBe(201)
    expect((await change('auditor@firm.example', { email: 'mine@firm.example' })).errors).toMatchObject([{ path: 'email', message: expect.stringContaining('only the person themself') as string }])
    expect((await change('auditor@firm.example', { roles: [] })).status).toBe(200)
    expect((await change('auditor@firm.example', { email: 'mine@firm.example' })).status).toBe(200)
    expect((await change('mine@firm.example', { roles: ['finance'] })).errors).toMatchObject([{ path: 'email', message: expect.stringContaining('Create a new account') as string }])
  })
})

describe('an administrator, without a mail server,', () => {
  let { test, act, find, change } = {} as Awaited<ReturnType<typeof withAdministrator>>
  beforeAll(async () => ({ test, act, find, change } = await withAdministrator(false)))
  afterAll(() => test.stop())

  it.each(['finance', 'custodian', 'procurement', 'storekeeper'])('gets no link of an account with the role %s', async (role) => {
    const { email } = (await act('createUser', { name: `A ${role}`, email: `${role}@firm.example`, default_company: 'MRT', roles: [role] })).data
    expect((await find(email))._actions).not.toContain('sendLink')
    expect(await act('sendActivationLink', { email })).toMatchObject({ status: 409, code: 'user-link-by-operator' })
  })

  it('gets no link of an employee, who shows pay and may decide for others', async () => {
    expect((await find(EMPLOYEE))._actions).not.toContain('sendLink')
    expect(await act('sendActivationLink', { email: EMPLOYEE })).toMatchObject({ status: 409, code: 'user-link-by-operator' })
  })

  it('loses a link, and the password set by it, when the account gains rights', async () => {
    const used = (await act('sendActivationLink', { email: VISITOR })).data.link ?? ''
    expect((await post(test, 'setPassword', { token: used.split('/').at(-1), password: STOLEN })).statusCode).toBe(200)
    const kept = (await act('sendActivationLink', { email: VISITOR })).data.link ?? ''
    expect((await change(VISITOR, { roles: ['finance'] })).status).toBe(200)
    expect(await signIn(test, VISITOR, STOLEN)).toBe(401)
    expect((await post(test, 'setPassword', { token: kept.split('/').at(-1), password: STOLEN })).statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('a person whose employee record says that they have left', () => {
  let test: TestApp
  let approver: Caller
  beforeAll(async () => { test = await startApp() })
  afterAll(() => test.stop())

  const setActive = async (isActive: boolean): Promise<void> => {
    await test.services.database.kysely.updateTable('documents').set((eb) => ({ data: eb.fn('jsonb_set', [eb.ref('data'), eb.val('{active}'), eb.cast(eb.val(String(isActive)), 'jsonb')]) }))
      .where('company', '=', 'MRT').where('type', '=', 'employee').where('key', '=', 'MRT-005').execute()
  }

  it('has no session there any more, and signs in again only once they are back', async () => {
    approver = await test.signIn(APPROVER)
    await setActive(false)
    expect((await approver.call('GET', 'hrmis/auth/session')).statusCode).toBe(401)
    const answer = await post(test, 'login', { email: APPROVER, password: PASSWORD })
    expect([answer.statusCode, answer.json<Answered>().code]).toEqual([403, 'employment-ended'])
    // Strangers learn nothing: a wrong password has the usual answer.
    expect((await post(test, 'login', { email: APPROVER, password: 'a wrong password here' })).json<Answered>().code).toBe('sign-in-failed')
    await setActive(true)
    expect(await signIn(test, APPROVER, PASSWORD)).toBe(200)
  })
})
