/** Payslips from the pay on file to the person's own PDF: made, checked, closed; and who may see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishRun } from '../../src/server/jobs/run-jobs.ts'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { walkIn } from './walk.ts'

interface Slip { no: string; status: string; period: string; employeeNo: string; employeeName: string; gross: number; statutory: number; deductions: number; net: number; netYear: number; nssf: number; others: { text: string; amount: number; balance: number | null }[]; _rev: number }
interface Run { no: string; status: string; posted: number; failed: number; _rev: number }
const month = '2026-06-01'
interface Printed { status: boolean; data: string; message: string }

describe.each(ONE_KIND)('payslips on %s', (kind) => {
  let test: TestApp
  const { who, call, done, refused, decide } = walkIn<Slip>(() => test)
  beforeAll(async () => {
    test = await startApp({ kind })
    for (const startDate of ['2026-05-01', month]) {
      await done('mutua', 'POST', 'documents/pay-period', { startDate })
      await done('mutua', 'POST', `documents/pay-period/${startDate}/actions/open`)
      if (startDate !== month) await done('mutua', 'POST', `documents/pay-period/${startDate}/actions/close`)
    }
  })
  afterAll(() => test.stop())

  const run = async (type: 'payroll-run' | 'payroll-close'): Promise<Run> => {
    const { no } = (await done<Run>('mutua', 'POST', `documents/${type}`, { period: month })).data
    await done('mutua', 'POST', `documents/${type}/${no}/actions/start`)
    await finishRun(test.services, { company: 'MRT', type, run: no })
    return (await done<Run>('mutua', 'GET', `documents/${type}/${no}`)).data
  }
  const slips = async (name: string, query = ''): Promise<Slip[]> => (await done<Slip[]>(name, 'GET', `documents/payslip?limit=200${query}`)).data
  const slipOf = async (employee: string): Promise<Slip> => (await slips('mutua', `&employeeNo=${employee}&period_from=${month}`))[0] ?? expect.fail(`no payslip of ${employee}`)
  const printed = async (name: string, code: string): Promise<Printed> => (await (await who(name)).call('GET', `hrmis/payroll/payslip/${code}`)).json<Printed>()

  it('are drafts of everybody with pay on file, once a period, which only finance sees', async () => {
    expect(await run('payroll-run')).toMatchObject({ status: 'Done', posted: 58, failed: 0 })
    expect(await run('payroll-run')).toMatchObject({ status: 'Done', posted: 0, failed: 0 })
    const drafts = await slips('mutua', `&period_from=${month}`)
    expect(drafts).toHaveLength(58)
    expect(drafts.filter(({ status, gross, statutory, deductions, net }) => status !== 'Draft' || net !== Math.round((gross - statutory - deductions) * 100) / 100).map(({ employeeNo, gross, net, statutory, deductions, status }) => ({ employeeNo, gross, net, statutory, deductions, status }))).toEqual([])
    expect(await slips('wanjiku')).toEqual([])
    expect((await printed('wanjiku', month)).status).toBe(false)
  })

  it('nobody calculates their own', async () => {
    const { no } = await slipOf('MRT-016')
    expect(await refused('mutua', 'POST', `documents/payslip/${no}/actions/recalculate`, {})).toContain('is not yours to do')
  })

  it('must be closed before their period is', async () => {
    expect(await refused('mutua', 'POST', `documents/pay-period/${month}/actions/close`)).toContain('Payslips of June 2026 are drafts')
    expect(await run('payroll-close')).toMatchObject({ status: 'Done', posted: 58, failed: 0 })
    // What would be paid with a period whose payslips are closed would reach nobody.
    const { no: paidOut } = (await done<{ no: string }>('chebet', 'POST', 'documents/leave-encashment', { leave_code: 'ANNUAL', days: 2, reason: 'School fees' })).data
    await done('chebet', 'POST', `documents/leave-encashment/${paidOut}/actions/send`)
    await decide('otieno', paidOut)
    await decide('njeri', paidOut, 'approve', { day_rate: 1000 })
    expect(await refused('mutua', 'POST', `documents/leave-encashment/${paidOut}/actions/pay`)).toContain('The payslip of this period is closed')
    await done('mutua', 'POST', `documents/pay-period/${month}/actions/close`)
    expect(await refused('mutua', 'POST', 'documents/payroll-run', { period: month })).toContain('Payroll period')
    await done('mutua', 'POST', 'documents/pay-period', { startDate: '2026-07-01' })
    const { no } = (await done<Run>('mutua', 'POST', 'documents/payroll-run', { period: '2026-07-01' })).data
    expect(await refused('mutua', 'POST', `documents/payroll-run/${no}/actions/start`)).toContain('Payslips are made in the period that is current')
  })

  it('are shown to their person alone, not to a supervisor, a head, human resources or an administrator, by no call', async () => {
    const { no } = await slipOf('MRT-015')
    const own = await slips('wanjiku')
    expect(own.map(({ employeeNo }) => employeeNo).filter((one) => one !== 'MRT-015')).toEqual([])
    expect(own.map(({ period }) => period)).toContain(month)
    for (const other of ['otieno', 'chebet', 'wambui', 'njeri', 'admin']) {
      for (const path of ['', '/events', '/print/payslip']) expect([other, path, (await call(other, 'GET', `documents/payslip/${no}${path}`)).status]).toEqual([other, path, 404])
      const listed = await call<Slip[]>(other, 'GET', 'documents/payslip?limit=200')
      expect((listed.body.data ?? []).filter(({ employeeNo }) => employeeNo === 'MRT-015')).toEqual([])
      expect((await (await who(other)).call('GET', 'documents/payslip/export.csv')).payload).not.toContain('Wanjiku')
      const filtered = await call<Slip[]>(other, 'GET', 'documents/payslip?employeeNo=MRT-015')
      expect(filtered.body.data ?? []).toEqual([])
      expect((await (await who(other)).call('GET', `portal/search?q=${no}`)).payload).not.toContain(no)
    }
  })

  it('are printed by the first day of their period, also in base64, and each time is recorded; what there is none of has a status of false', async () => {
    const { no } = await slipOf('MRT-015')
    for (const code of [month, Buffer.from(month).toString('base64')]) {
      const { status, data } = await printed('wanjiku', code)
      expect([status, Buffer.from(data, 'base64').subarray(0, 5).toString()]).toEqual([true, '%PDF-'])
    }
    const events = (await done<{ kind: string }[]>('mutua', 'GET', `documents/payslip/${no}/events`)).data
    expect(events.filter(({ kind }) => kind === 'printed')).toHaveLength(2)
    for (const code of ['2020-01-01', no, '=', 'x'.repeat(80)]) expect(await printed('wanjiku', code)).toMatchObject({ status: false, data: '' })
    for (const code of ['%00', 'x'.repeat(2000)]) expect(await printed('wanjiku', code)).toHaveProperty('code')
    expect(await printed('admin', month)).toMatchObject({ status: false, data: '' })
  })

  it('a table of the law is changed by two people, and not for a month that is closed', async () => {
    expect(await refused('mutua', 'POST', 'documents/nssf-table', { from: '2026-05-01', percent: 6, lowerLimit: 9000, upperLimit: 108000, _reason: 'Late' })).toContain('The payroll of this month is closed')
    const { _rev } = (await done<{ _rev: number }>('mutua', 'GET', 'documents/nssf-table/2026-02-01')).data
    const { body } = await call<{ upperLimit: number }>('mutua', 'PATCH', 'documents/nssf-table/2026-02-01', { upperLimit: 120000, _rev, _reason: 'New limit' })
    expect(body.data.upperLimit).toBe(108000)
  })
})
