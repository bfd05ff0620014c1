import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingsChange, UserRow } from '../../src/contract/index.ts'
import { lockNumber } from '../../src/server/store/users/change-user.ts'
import { insertUser, type NewUser } from '../../src/server/store/users/users.ts'
import { NO_CODES, ONE_KIND, PASSWORD, startApp, type Caller, type TestApp } from './harness.ts'
import { hire } from './hire.ts'
import { meanwhile } from './meanwhile.ts'
import { NO_CEILINGS, openEntry, raiseAndSend, snapshot } from './petty-cash-cases.ts'
import { doJobs, mailedLink, messagesTo, post, sessionStatus } from './sign-in/support.ts'

interface Answered { data: UserRow; message: string; code?: string; errors?: { path: string; rule: string; message: string }[] }
interface Listed { data: UserRow[]; page: { next: string | null; count: number } }

const MINUTE = 60_000

describe.each(ONE_KIND)('accounts on %s', (kind) => {
  let test: TestApp
  let admin: Caller
  beforeAll(async () => {
    test = await startApp({ kind, settings: { ...NO_CEILINGS, ...NO_CODES } })
    admin = await test.signIn('admin@mazingira.example')
  })
  afterAll(() => test.stop())

  const list = async (query = '', caller = admin): Promise<Listed> => (await caller.call('GET', `admin/users${query}`)).json<Listed>()
  const find = async (email: string): Promise<UserRow> => {
    const row = (await list(`?search=${encodeURIComponent(email)}`)).data.find((one) => one.email === email)
    if (!row) throw new Error(`${email} is not listed.`)
    return row
  }
  const sent = ({ name, email, employee, default_company, _rev }: UserRow, more: object = {}): object => ({ name, email, employee, default_company, _rev, ...more })
  const act = async (call: string, body: object, caller = admin): Promise<Answered & { status: number }> => {
    const answer = await caller.call('POST', `admin/${call}`, body)
    return { ...answer.json<Answered>(), status: answer.statusCode }
  }
  const history = async (id: string): Promise<{ kind: string; changes: unknown; reason: string | null; actor: string }[]> =>
    test.services.database.kysely.selectFrom('events').select(['kind', 'changes', 'reason', 'actor']).where('type', '=', 'user').where('document_key', '=', id).orderBy('id').execute()
  let made = 0
  /** As after a change that a second person approved. */
  async function setRecordedEmail(number: string, email: string): Promise<void> {
    await test.services.database.kysely.updateTable('documents').set({ data: sql`data || ${JSON.stringify({ email })}::jsonb` }).where('type', '=', 'employee').where('key', '=', number).execute()
  }
  /** A user without special rights, who can be deactivated. */
  async function newcomer(more: object = {}): Promise<UserRow> {
    made += 1
    const { status, data, message } = await act('createUser', { name: `Newcomer ${made}`, email: `newcomer${made}@mazingira.example`, default_company: 'MRT', ...more })
    expect(status, message).toBe(201)
    return data
  }
  const withPassword = async (email: string): Promise<Caller> => {
    const answer = await post(test, 'setPassword', { token: await mailedLink(test, email), password: PASSWORD })
    expect(answer.statusCode, answer.body).toBe(200)
    return test.signIn(email)
  }

  describe('the list of accounts', () => {
    it('accounts are listed by name, page by page, each once', async () => {
      const seen: UserRow[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { data, page }: Listed = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
        seen.push(...data)
        cursor = page.next
      }
      const names = seen.map((one) => one.name.toLowerCase())
      expect(names).toEqual([...names].sort())
      expect(new Set(seen.map((one) => one.id)).size).toBe(seen.length)
      expect(seen).toHaveLength((await list()).page.count)
    })

    it('an account is listed with everything that the screen shows, and never a password', async () => {
      await test.signIn('otieno@mazingira.example')
      const row = await find('otieno@mazingira.example')
      expect(row).toMatchObject({ name: 'Otieno Ochieng', employee: 'MRT-005', default_company: 'MRT', companies: ['MRT'], is_admin: false, is_approver: true, active: true, locked_until: null, _rev: 1 })
      expect(row.last_sign_in).toBe(test.clock.now().toISOString())
      expect(JSON.stringify(await list())).not.toMatch(/password|argon2/)
    })

    it.each([['?search=wanjiku', /wanjiku/], ['?search=MRT-005', /otieno/], ['?search=hassan%40', /hassan/], ['?search=100%25', /^$/]])('the search %s finds only accounts that match', async (query, expected) => {
      const { data } = await list(query)
      expect(data.every((one) => expected.test(one.email))).toBe(true)
      expect(data.length > 0).toBe(expected.source !== '^$')
    })

    it('administrators see only accounts of their companies, and change none that belong elsewhere', async () => {
      const { kysely } = test.services.database
      await kysely.updateTable('users').set({ is_admin: true }).where('email', '=', 'zawadi@uwezo.example').execute()
      const zawadi = await test.signIn('zawadi@uwezo.example')
      const { data } = await list('', zawadi)
      expect(new Set(data.flatMap((one) => one.companies))).toEqual(new Set(['USC']))
      // The administrator of all companies is in this one's list, but she cannot change them.
      const other = data.find((one) => one.email === 'admin@mazingira.example')
      expect(other?._actions).toEqual([])
      // She does not see their activity in other companies, nor their default company.
      expect((await find('admin@mazingira.example')).last_sign_in).not.toBeNull()
      expect(other).toMatchObject({ default_company: null, companies: ['USC'], last_sign_in: null, open_approvals: 0, open_approvals_elsewhere: 0 })
      const { email } = await find('otieno@mazingira.example')
      const before = await snapshot(test, ['sessions'])
      for (const call of ['updateUser', 'deleteUser', 'restoreUser', 'unlockUser']) {
        expect((await act(`${call}/${other?.id}`, { reason: 'x' }, zawadi)).code, call).toBe('user-elsewhere')
        expect((await act(`${call}/${(await find(email)).id}`, { reason: 'x' }, zawadi)).code, call).toBe('not-found')
      }
      expect((await act('sendActivationLink', { email }, zawadi)).code).toBe('not-found')
      expect((await act('createUser', { name: 'Spy', email: 'spy@mazingira.example', default_company: 'MRT' }, zawadi)).errors).toMatchObject([{ path: 'default_company', message: 'Choose one of the companies that you administer.' }])
      expect(await snapshot(test, ['sessions'])).toEqual(before)
      await kysely.updateTable('users').set({ is_admin: false }).where('email', '=', 'zawadi@uwezo.example').execute()
    })
  })

  describe('a change of an account', () => {
    it('a change is in the audit trail with both values, and a stale change is refused', async () => {
      const row = await find('visitor@mazingira.example')
      const { status, data, message } = await act(`updateUser/${row.id}`, sent(row, { name: 'Visiting Accountant', gender: 'Female', roles: ['finance'] }))
      expect([status, message]).toEqual([200, 'The user details are saved.'])
      expect(data).toMatchObject({ name: 'Visiting Accountant', gender: 'Female', roles: ['finance'], employee: null, _rev: row._rev + 1 })
      expect((await history(row.id)).at(-1)).toMatchObject({
        kind: 'updated', changes: { name: { from: 'Visiting Auditor', to: 'Visiting Accountant' }, gender: { from: null, to: 'Female' }, roles: { from: [], to: ['finance'] } },
      })
      const before = await snapshot(test)
      expect(await act(`updateUser/${row.id}`, sent(row, { name: 'Overwritten' }))).toMatchObject({ status: 409, code: 'stale' })
      expect(await snapshot(test)).toEqual(before)
      // An unchanged save writes nothing.
      expect((await act(`updateUser/${row.id}`, sent(data))).data._rev).toBe(data._rev)
      expect(await snapshot(test)).toEqual(before)
    })

    const wrong: { what: string; more: object; path: string; message: string }[] = [
      { what: 'no name', more: { name: ' ' }, path: 'name', message: 'Required.' },
      { what: 'no e-mail', more: { email: '' }, path: 'email', message: 'Required.' },
      { what: 'no employee number', more: { employee: '' }, path: 'employee', message: 'Required.' },
      { what: 'a missing employee number', more: { employee: undefined }, path: 'employee', message: 'Required.' },
      { what: 'no default company', more: { default_company: null }, path: 'default_company', message: 'Required.' },
      { what: 'an e-mail without a dot after the @', more: { email: 'otieno@mazingira' }, path: 'email', message: 'E-mail must be valid' },
      { what: 'an e-mail with a Cyrillic letter', more: { email: 'оtieno@mazingira.example' }, path: 'email', message: 'E-mail must be in Latin letters, without “о”' },
      { what: 'an e-mail of somebody else', more: { email: 'WANJIKU@mazingira.example' }, path: 'email', message: 'This e-mail belongs to somebody else.' },
      { what: 'an unknown employee', more: { employee: 'MRT-999' }, path: 'employee', message: 'Employee MRT-999 does not exist in Mazingira Research Trust.' },
      { what: 'an employee of another company', more: { employee: 'USC-002' }, path: 'employee', message: 'Employee USC-002 does not exist in Mazingira Research Trust.' },
      { what: 'the number of somebody else', more: { employee: 'MRT-015' }, path: 'employee', message: 'Wanjiku Kamau already has this number.' },
      { what: 'a company that is not theirs', more: { default_company: 'USC' }, path: 'default_company', message: 'Otieno Ochieng does not belong to this company.' },
      { what: 'an unknown company', more: { default_company: 'XYZ' }, path: 'default_company', message: 'Choose one of the companies that you administer.' },
      { what: 'an unknown gender', more: { gender: 'Unknown' }, path: 'gender', message: 'This must be one of Male, Female, Other.' },
      { what: 'an unknown role', more: { roles: ['finanse'] }, path: 'roles', message: 'There is no role "finanse". Did you mean “finance”?' },
      { what: 'a role that follows from a flag', more: { roles: ['administrator'] }, path: 'roles', message: 'There is no role "administrator".' },
      { what: 'a flag that is neither yes nor no', more: { is_admin: 'yes' }, path: 'is_admin', message: 'This must be yes or no.' },
      { what: 'a name that is no text', more: { name: { first: 'A' } }, path: 'name', message: 'This must be text.' },
      { what: 'a name of two lines', more: { name: 'A\nB' }, path: 'name', message: 'This must be one line of text.' },
      { what: 'a name of 151 characters', more: { name: 'x'.repeat(151) }, path: 'name', message: 'This may have at most 150 characters.' },
      { what: 'a user name of somebody else', more: { username: 'HASSAN' }, path: 'username', message: 'Somebody else has this user name.' },
      { what: 'a password', more: { password: 'mine now' }, path: 'password', message: 'There is no field "password".' },
    ]
    it.each(wrong)('an account cannot be changed to have $what', async ({ more, path, message }) => {
      const row = await find('otieno@mazingira.example')
      const before = await snapshot(test)
      const answer = await act(`updateUser/${row.id}`, sent(row, more))
      expect([answer.status, answer.errors?.map((issue) => [issue.path, issue.message])]).toEqual([422, [[path, message]]])
      expect(await snapshot(test)).toEqual(before)
    })

    it('a person is told by mail of the rights that their account gained, and of nothing that it already had', async () => {
      const row = await newcomer({ roles: ['finance'] })
      const { data } = await act(`updateUser/${row.id}`, sent(row, { gender: 'Other' }))
      expect((await messagesTo(test, row.email))[0]?.subject).not.toBe('Your account has new rights')
      await act(`updateUser/${row.id}`, sent(data, { is_approver: true, roles: ['finance', 'storekeeper', 'hr'] }))
      const [told] = await messagesTo(test, row.email)
      expect(told).toMatchObject({ subject: 'Your account has new rights', is_secret: false })
      expect(told?.text).toContain('gave your account new rights: Approver, Storekeeper, HR.')
    })

    it('a new e-mail is unverified, both addresses are notified, and old links and the old e-mail stop working', async () => {
      const user = await newcomer()
      await withPassword(user.email)
      expect((await find(user.email)).email_verified_at).not.toBeNull()
      await act('sendActivationLink', { email: user.email })
      const link = await mailedLink(test, user.email)
      const row = await find(user.email)
      const { data } = await act(`updateUser/${row.id}`, sent(row, { email: `moved.${user.email}` }))
      expect(data).toMatchObject({ email: `moved.${user.email}`, email_verified_at: null })
      for (const email of [user.email, data.email]) expect((await messagesTo(test, email))[0]).toMatchObject({ subject: 'Your e-mail was changed' })
      expect((await post(test, 'setPassword', { token: link, password: PASSWORD })).statusCode).toBe(422)
      expect((await post(test, 'login', { email: user.email, password: PASSWORD })).statusCode).toBe(401)
      await test.signIn(data.email)
    })

    it('a person who loses a company loses the session in it, and one who loses a role loses its rights at once', async () => {
      const row = await newcomer({ companies: ['MRT', 'USC'], is_admin: true })
      const user = await withPassword(row.email)
      expect((await user.call('GET', 'admin/users')).statusCode).toBe(200)
      const fresh = await find(row.email)
      const { data } = await act(`updateUser/${row.id}`, sent(fresh, { is_admin: false }))
      expect((await user.call('GET', 'admin/users')).statusCode).toBe(403)
      await act(`updateUser/${row.id}`, sent(data, { default_company: 'USC', companies: ['USC'] }))
      expect(await sessionStatus(test, user.token)).toBe(401)
    })

    it('administrators cannot change their own name or rights, leave their company or deactivate themselves', async () => {
      const row = await find('admin@mazingira.example')
      const before = await snapshot(test)
      expect((await act(`updateUser/${row.id}`, sent(row, { is_admin: false }))).errors).toMatchObject([{ path: 'is_admin' }])
      // Nor can users grant rights to themselves, or take another name.
      for (const more of [{ name: 'Otieno' }, { roles: ['finance'] }, { is_approver: true }, { portal_admin: true }, { employee: 'MRT-024' }]) {
        expect((await act(`updateUser/${row.id}`, sent(row, more))).errors?.[0]).toMatchObject({ path: Object.keys(more)[0], message: 'Somebody else has to change this of your own account.' })
      }
      expect(row._fixed).toEqual(['name', 'employee', 'roles', 'is_approver', 'is_navuser', 'portal_admin'])
      expect((await act(`updateUser/${row.id}`, sent(row, { default_company: 'USC', companies: ['USC'] }))).errors).toMatchObject([{ path: 'companies' }])
      expect(await act(`deleteUser/${row.id}`, { reason: 'Gone' })).toMatchObject({ status: 409, code: 'user-is-self' })
      expect(await snapshot(test)).toEqual(before)
    })
  })

  describe('a new account', () => {
    it('a person without an employee record gets an account and a link to activate it', async () => {
      const row = await newcomer({ gender: 'Male' })
      expect(row).toMatchObject({ employee: null, companies: ['MRT'], active: true, email_verified_at: null, gender: 'Male' })
      expect((await history(row.id))[0]).toMatchObject({ kind: 'created', changes: { email: { from: null, to: row.email } } })
      await withPassword(row.email)
      expect((await find(row.email)).email_verified_at).not.toBeNull()
    })

    it('a repeated request creates one account, and a second account with the same e-mail is refused', async () => {
      const body = { name: 'Twice', email: 'twice@mazingira.example', default_company: 'MRT' }
      const answers = await Promise.all([1, 2, 3].map(() => admin.call('POST', 'admin/createUser', body, { 'idempotency-key': 'twice' })))
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
      expect((await messagesTo(test, body.email)).length).toBe(1)
      expect((await act('createUser', body)).errors).toMatchObject([{ path: 'email', rule: 'unique' }])
    })

    it('a new account with a Windows account is mailed its user name and no link', async () => {
      const row = await newcomer({ default_company: 'BML', username: 'newhand' })
      const [message] = await messagesTo(test, row.email)
      expect(message?.text).toMatch(/Windows account, newhand/)
      expect(message?.text).not.toMatch(/setPassword/)
      expect(await act('sendActivationLink', { email: row.email })).toMatchObject({ status: 409, code: 'user-windows' })
    })
  })

  describe('the deactivation of an account', () => {
    it('a deactivation needs a reason, ends the sessions, prevents sign-in and can be reversed', async () => {
      const row = await newcomer()
      const user = await withPassword(row.email)
      const fresh = await find(row.email)
      expect(await act(`deleteUser/${row.id}`, { reason: ' ' })).toMatchObject({ status: 422, code: 'reason-missing' })
      expect(await act(`deleteUser/${row.id}`, { reason: 'x'.repeat(251) })).toMatchObject({ status: 422, code: 'reason-too-long' })
      const closed = await act(`deleteUser/${row.id}`, { reason: 'Left the trust', _rev: fresh._rev })
      expect(closed.data).toMatchObject({ active: false, inactive_reason: 'Left the trust', _actions: ['update', 'restore'] })
      expect(await sessionStatus(test, user.token)).toBe(401)
      expect((await post(test, 'login', { email: row.email, password: PASSWORD })).statusCode).toBe(401)
      expect((await history(row.id)).at(-1)).toMatchObject({ kind: 'deactivated', reason: 'Left the trust', changes: { active: { from: true, to: false } } })
      expect((await list('?active=0')).data.map((one) => one.id)).toContain(row.id)
      expect((await list('?active=1&limit=200')).data.map((one) => one.id)).not.toContain(row.id)
      expect(await act(`deleteUser/${row.id}`, { reason: 'Again' })).toMatchObject({ status: 409, code: 'user-inactive' })
      expect(await act('sendActivationLink', { email: row.email })).toMatchObject({ status: 409, code: 'user-inactive' })
      const opened = await act(`restoreUser/${row.id}`, {})
      expect(opened.data).toMatchObject({ active: true, inactive_reason: null })
      expect(await act(`restoreUser/${row.id}`, {})).toMatchObject({ status: 409, code: 'user-active' })
      await test.signIn(row.email)
      // An ended session stays ended.
      expect(await sessionStatus(test, user.token)).toBe(401)
    })

    it('an approver is deactivated only after their open requests are reassigned and they no longer approve', async () => {
      const [wanjiku, otieno] = [await test.signIn('wanjiku@mazingira.example'), await test.signIn('otieno@mazingira.example')]
      const requests = [await raiseAndSend(wanjiku), await raiseAndSend(wanjiku)]
      const row = await find('otieno@mazingira.example')
      expect(row._actions).toEqual(['update', 'reassign', 'endSessions'])
      expect(row.open_approvals).toBeGreaterThanOrEqual(2)
      expect(await act(`deleteUser/${row.id}`, { reason: 'Left' })).toMatchObject({ status: 409, code: 'user-privileged', message: 'Otieno Ochieng is an administrator or an approver and cannot be deactivated. Edit them first, so that they are neither.' })
      const demoted = await act(`updateUser/${row.id}`, sent(row, { is_approver: false }))
      expect([demoted.code, demoted.message]).toEqual(['approvals-waiting', `${row.open_approvals} approval requests wait for Otieno Ochieng. Reassign them to a colleague first.`])

      for (const [to, code] of [['MRT-999', 'delegate-unknown'], ['MRT-005', 'delegate-is-approver'], ['', 'key-missing']]) {
        expect((await act(`reassignApprovals/${row.id}`, { to })).code, to).toBe(code)
      }
      // Nobody decides on their own request, so nothing goes to its sender.
      expect(await act(`reassignApprovals/${row.id}`, { to: 'MRT-002', reason: 'x'.repeat(251) })).toMatchObject({ status: 422, code: 'reason-too-long', message: 'Reason can have at most 250 characters.' })
      const own = await act(`reassignApprovals/${row.id}`, { to: 'MRT-015' })
      expect(own.data).toEqual({ moved: 0, left: row.open_approvals })
      expect(own.message).toMatch(/You cannot delegate a document to the person who sent it/)

      // The mark of the account, which the administrator sets, is not enough.
      const kiptoo = await find('kiptoo@mazingira.example')
      expect((await act(`updateUser/${kiptoo.id}`, sent(kiptoo, { is_approver: true }))).status).toBe(200)
      const toNoApprover = await act(`reassignApprovals/${row.id}`, { to: 'MRT-019' })
      expect([toNoApprover.data, toNoApprover.message]).toEqual([{ moved: 0, left: row.open_approvals }, expect.stringContaining('only to a supervisor or a head of department')])

      const moved = await act(`reassignApprovals/${row.id}`, { to: 'MRT-002', reason: 'Otieno has left' })
      expect([moved.data, moved.message]).toEqual([{ moved: row.open_approvals, left: 0 }, `${row.open_approvals} approval requests were reassigned.`])
      const achieng = await test.signIn('achieng@mazingira.example')
      for (const { no } of requests) {
        const entry = await openEntry(achieng, no)
        expect(entry).toMatchObject({ approverID: 'MRT-002', status: 'Open' })
        await expect(openEntry(otieno, no)).rejects.toThrow('Nothing of')
      }
      const events = (await wanjiku.call('GET', `documents/petty-cash/${requests[0]?.no}/events`)).json<{ data: { kind: string; reason: string }[] }>().data
      expect(events.at(-1)).toMatchObject({ kind: 'delegated', reason: 'Otieno has left' })
      expect((await messagesTo(test, 'achieng@mazingira.example'))[0]?.subject).toMatch(/was delegated to you/)
      const { entryNo } = await openEntry(achieng, requests[0]?.no ?? '')
      expect((await achieng.call('POST', 'approvals/approve', { entryNo })).statusCode).toBe(200)

      const plain = await act(`updateUser/${row.id}`, sent(await find('otieno@mazingira.example'), { is_approver: false }))
      expect(plain.data._actions).toContain('delete')
      expect((await act(`deleteUser/${row.id}`, { reason: 'Left' })).status).toBe(200)
      expect(await sessionStatus(test, otieno.token)).toBe(401)
      // Their number went to another user meanwhile.
      await setRecordedEmail('MRT-005', 'heir@mazingira.example')
      const heir = await newcomer({ employee: 'MRT-005', email: 'heir@mazingira.example' })
      expect(await act(`restoreUser/${row.id}`, {})).toMatchObject({ status: 409, code: 'number-taken', message: `${heir.name} has the employee number MRT-005 now.` })
    })
  })

  it('an account shows its open approvals here and elsewhere, and only those here can be reassigned', async () => {
    const { kysely } = test.services.database
    const row = await newcomer({ companies: ['MRT', 'USC'] })
    const entries = [['MRT', 'Open'], ['MRT', 'Created'], ['USC', 'Open'], ['BML', 'Open'], ['USC', 'Approved']]
    await kysely.insertInto('approval_entries').values(entries.map(([company = '', status = ''], index) => ({
      company, status, type: 'petty-cash', document_key: `WAITS-${index}`, round: 1, sequence: 1, step: 'first', step_title: 'First', mode: 'any',
      approver: `user:${row.id}`, sender: 'MRT-015', due_at: test.clock.now(), rev: 1,
    }))).execute()
    const here = await find(row.email)
    expect([here.open_approvals, here.open_approvals_elsewhere, here._actions.includes('reassign')]).toEqual([2, 2, true])
    await kysely.updateTable('users').set({ is_admin: true }).where('email', '=', 'zawadi@uwezo.example').execute()
    const theirs = (await list(`?search=${row.email}`, await test.signIn('zawadi@uwezo.example'))).data
    expect(theirs.map((one) => [one.id, one.open_approvals, one.open_approvals_elsewhere])).toEqual([[row.id, 1, 0]])
    await kysely.updateTable('users').set({ is_admin: false }).where('email', '=', 'zawadi@uwezo.example').execute()
    await kysely.deleteFrom('approval_entries').where('company', '=', 'MRT').where('approver', '=', `user:${row.id}`).execute()
    const elsewhere = await find(row.email)
    expect([elsewhere.open_approvals, elsewhere.open_approvals_elsewhere, elsewhere._actions.includes('reassign')]).toEqual([0, 2, false])
    expect(await act(`deleteUser/${row.id}`, { reason: 'Left' })).toMatchObject({ status: 409, code: 'approvals-waiting' })
  })

  describe('an account that clashes with another of the same moment', () => {
    const other = (more: Partial<NewUser>): NewUser => ({ name: 'Somebody Else', email: 'else@mazingira.example', default_company: 'MRT', companies: ['MRT'], roles: ['finance'], is_approver: true, ...more })
    const cases: { what: string; theirs: Partial<NewUser>; path: string; message: string }[] = [
      { what: 'e-mail', theirs: { email: 'Taken@mazingira.example' }, path: 'email', message: 'This e-mail belongs to somebody else.' },
      { what: 'user name', theirs: { username: 'TAKEN' }, path: 'username', message: 'Somebody else has this user name.' },
      { what: 'employee number', theirs: { employee: 'MRT-900' }, path: 'employee', message: 'Somebody Else already has this number.' },
    ]
    beforeAll(() => hire(test, { number: 'MRT-900', first_name: 'Nekesa', last_name: 'Barasa', search_name: 'Nekesa Barasa' }))
    const everybody = () => test.services.database.kysely.selectFrom('users').selectAll().orderBy('id').execute()

    describe.each(cases)('two accounts with the same $what', ({ theirs, path, message }) => {
      const own = { email: 'taken@mazingira.example', username: 'taken', employee: 'MRT-900' }[path]
      const withTheirs = async (send: () => Promise<Answered & { status: number }>): Promise<void> => {
        const { database } = test.services
        const before = await everybody()
        const answer = await meanwhile(database, async (tx) => {
          if (theirs.employee) await lockNumber(tx, theirs.employee, ['MRT'])
          await insertUser(tx, other(theirs))
        }, send)
        expect([answer.status, answer.errors?.map((issue) => [issue.path, issue.message])]).toEqual([422, [[path, message]]])
        const made = (await everybody()).filter((user) => !before.some(({ id }) => id === user.id))
        expect(made).toMatchObject([other(theirs)])
        await database.kysely.deleteFrom('users').where('name', '=', 'Somebody Else').execute()
        expect(await everybody()).toEqual(before)
      }

      it('a new account does not overwrite the other', () =>
        withTheirs(() => act('createUser', { name: 'Ours', email: 'ours@mazingira.example', default_company: 'MRT', [path]: own })))

      it('a change does not take what the other has', async () => {
        const row = await newcomer()
        await withTheirs(() => act(`updateUser/${row.id}`, sent(row, { [path]: own })))
      })
    })

    it('a sign-up of the employee leaves the account as the administrator created it', async () => {
      const email = 'naliaka@mazingira.example'
      await hire(test, { number: 'MRT-901', first_name: 'Naliaka', last_name: 'Simiyu', search_name: 'Naliaka Simiyu', email })
      await post(test, 'signup', { email })
      await meanwhile(test.services.database, (tx) => insertUser(tx, other({ email: email.toUpperCase(), companies: ['MRT', 'USC'] })), () => doJobs(test))
      expect((await everybody()).filter((user) => user.email.toLowerCase() === email)).toMatchObject([other({ email: email.toUpperCase(), companies: ['MRT', 'USC'] })])
      expect((await messagesTo(test, email.toUpperCase())).map((mail) => mail.subject)).toEqual(['Activate your account'])
    })

    it('a sign-up creates no account for an employee whose number already has one', async () => {
      const [email, before] = ['akoth@mazingira.example', 'akoth.were@mazingira.example']
      await hire(test, { number: 'MRT-902', first_name: 'Akoth', last_name: 'Were', search_name: 'Akoth Were', email: before })
      await newcomer({ employee: 'MRT-902', email: before })
      await setRecordedEmail('MRT-902', email)
      const all = await everybody()
      await post(test, 'signup', { email })
      await doJobs(test)
      expect(await everybody()).toEqual(all)
      expect(await messagesTo(test, email)).toEqual([])
    })
  })

  describe('a link from an administrator', () => {
    it.each([['to activate it', false, 'Activation Link Sent Successfully!'], ['to reset the password', true, 'Password Re-set Sent Successfully!']])('an administrator sends a link %s', async (_, hasPassword, message) => {
      const row = await newcomer()
      if (hasPassword) await withPassword(row.email)
      const answer = await act('sendActivationLink', { email: row.email.toUpperCase() })
      expect([answer.status, answer.message, answer.data]).toEqual([200, message, null])
      await withPassword(row.email)
      expect((await history(row.id)).map((event) => event.kind)).toContain('link-sent')
    })

    it('administrators, approvers and unknown e-mails are sent no link', async () => {
      const before = await snapshot(test)
      for (const email of ['admin@mazingira.example', 'achieng@mazingira.example']) expect((await act('sendActivationLink', { email })).code).toBe('user-resets-alone')
      expect((await act('sendActivationLink', { email: 'nobody@mazingira.example' })).code).toBe('not-found')
      expect((await act('sendActivationLink', { email: 'no e-mail' })).errors).toMatchObject([{ path: 'email', message: 'E-mail must be valid' }])
      expect(await snapshot(test)).toEqual(before)
    })
  })

  describe('a locked account', () => {
    const wrong = (email: string) => post(test, 'login', { email, password: 'a wrong password' })

    it('the person is mailed once for each lock, and an administrator can unlock the account', async () => {
      const row = await newcomer()
      await withPassword(row.email)
      const mails = async (): Promise<number> => {
        await doJobs(test)
        return (await messagesTo(test, row.email)).filter((message) => message.subject === 'Your account is locked for a while').length
      }
      for (let attempt = 0; attempt < 4; attempt++) await wrong(row.email)
      expect([await mails(), (await find(row.email)).locked_until]).toEqual([0, null])
      await Promise.all([1, 2, 3].map(() => wrong(row.email)))
      expect(await mails()).toBe(1)
      expect((await wrong(row.email)).statusCode).toBe(429)
      expect(await mails()).toBe(1)
      const locked = await find(row.email)
      expect(locked.locked_until).toBe(new Date(test.clock.now().getTime() + 15 * MINUTE).toISOString())
      expect(locked._actions).toContain('unlock')
      const { data } = await act(`unlockUser/${row.id}`, {})
      expect([data.locked_until, data._actions.includes('unlock')]).toEqual([null, false])
      expect((await history(row.id)).at(-1)?.kind).toBe('unlocked')
      await test.signIn(row.email)
      for (let attempt = 0; attempt < 5; attempt++) await wrong(row.email)
      expect(await mails()).toBe(2)
      test.clock.advance(16 * MINUTE)
      admin = await test.signIn('admin@mazingira.example')
      expect((await find(row.email)).locked_until).toBeNull()
    })

    it('the lock of an unknown e-mail mails nobody', async () => {
      const { kysely } = test.services.database
      const count = async (): Promise<number> => (await kysely.selectFrom('outbox').select('id').execute()).length
      const before = await count()
      for (let attempt = 0; attempt < 5; attempt++) await wrong('stranger@mazingira.example')
      await doJobs(test)
      expect(await count()).toBe(before)
    })
  })

  it('only one of two changes at the same time is saved, and the other is refused', async () => {
    const row = await newcomer()
    const answers = await Promise.all(['First', 'Second'].map((name) => act(`updateUser/${row.id}`, sent(row, { name }))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it('the history of settings says who changed which setting, when, and from what to what', async () => {
    const change = async (caption: string): Promise<void> => {
      expect((await admin.call('POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: caption } })).statusCode).toBe(200)
      test.clock.advance(MINUTE)
    }
    await change('Float')
    await change('Small Cash')
    const at = async (query: string): Promise<{ data: SettingsChange[]; page: { next: string | null; count: number } }> => (await admin.call('GET', `admin/settings/history${query}`)).json()
    const first = await at('?limit=1')
    expect(first.data).toMatchObject([{
      by: 'Portal Administrator', at: new Date(test.clock.now().getTime() - MINUTE).toISOString(),
      changes: [{ group: 'minor_settings', name: 'pettycash_caption', title: 'Caption of petty cash', from: 'Float', to: 'Small Cash', isSecret: false }],
    }])
    expect(first.page.count).toBe(2)
    const second = await at(`?limit=1&cursor=${first.page.next}`)
    expect([second.data[0]?.changes[0]?.to, second.page.next]).toEqual(['Float', null])
  })
})
