/**
 * Benchmark of the calendar of a team: a month in which 20 people are on leave, and one in which 500 are, as human resources see them. In
 * alternating rounds: how long the server takes to answer, and how long a browser takes from the address to the drawn calendar.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type pg from 'pg'
import { chromium, type Browser, type Page } from 'playwright-core'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-file.ts'
import type { RunningServer } from './processes.ts'
import { COMPANY } from './dataset.ts'

const HR = 'njeri@mazingira.example'
const TOKEN = 'bench-human-resources-2'
const BROWSERS = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser']
const TEAMS = [{ people: 20, month: '2027-02' }, { people: 500, month: '2027-03' }] as const
/** What the calendar of 500 may take, as a multiple of that of 20. */
const MOST_TIMES = 1.5
const CALLS = 12
const DRAWN_WITHIN_MS = 30_000

export interface CalendarRounds { rounds: number }
interface Measured { people: number; answer: number[]; bytes: number; screen: number[] }
export interface CalendarFigures { teams: Measured[] }

/** Adds the leave: a week for each person of the team, somewhere in the month. */
async function addLeave(client: pg.Client): Promise<void> {
  for (const { people, month } of TEAMS) {
    const start = `(date '${month}-01' + (g * 7) % 24)`
    const day = (date: string): string => `to_char(${date}, 'YYYY-MM-DD')`
    await client.query(`
      insert into documents (company, type, key, state, owner, manifest_hash, data, created_by, updated_by)
      select '${COMPANY}', 'leave-application', no, 'Released', who, 'bench', jsonb_build_object(
        'application_code', no, 'status', 'Released', 'employee_no', who, 'made_by', 'Bench Person ' || lpad(g::text, 4, '0'), 'department', 'CLIMATE', 'leave_code', 'ANNUAL', 'leave_period', '2027',
        'application_date', '2026-12-01', 'start_date', ${day(start)}, 'end_date', ${day(`${start} + 4`)}, 'return_date', ${day(`${start} + 5`)}, 'days_applied', 5,
        'approved_start_date', ${day(start)}, 'approved_end_date', ${day(`${start} + 4`)}, 'approved_days', 5, 'starts_on', ${day(start)}, 'lasts_until', ${day(`${start} + 4`)}), 'bench', 'bench'
      from (select g, 'LVB-${month}-' || lpad(g::text, 4, '0') as no, 'BEN-' || lpad(g::text, 4, '0') as who from generate_series(1, ${people}) g) team`)
  }
  await client.query(`insert into sessions (token_hash, user_id, company, expires_at) select $1, id, '${COMPANY}', now() + interval '1 day' from users where email = '${HR}'`, [createHash('sha256').update(TOKEN).digest('hex')])
  await client.query('analyze documents')
}

/** Measures both teams; the screens only if the portal is built and there is a Chromium. */
export async function measureCalendar(client: pg.Client, server: RunningServer, hasPortal: boolean, { rounds }: CalendarRounds): Promise<CalendarFigures> {
  await addLeave(client)
  const teams = TEAMS.map(({ people, month }) => ({ people, month, answer: [] as number[], bytes: 0, screen: [] as number[] }))
  const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path))
  const browser = hasPortal && executablePath !== undefined ? await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] }) : undefined
  try {
    const page = browser && (await signedIn(browser, server))
    // The first round fills caches and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      for (const team of round % 2 === 0 ? teams : teams.toReversed()) {
        const { taken, bytes } = await answerTime(server, team.month)
        const drawn = page && (await screenTime(page, server, team.month))
        if (round === 0) continue
        team.bytes = bytes
        team.answer.push(...taken)
        if (drawn !== undefined) team.screen.push(drawn)
      }
    }
    return { teams }
  } finally {
    await browser?.close()
  }
}

/** What the portal asks for as it opens the calendar. */
async function answerTime({ url }: RunningServer, month: string): Promise<{ taken: number[]; bytes: number }> {
  const taken: number[] = []
  let bytes = 0
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/v1/documents/leave-application?overlaps=${month}-01..${month}-28&limit=1000&calendarRows=25&tiles=1`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await answer.text()
    taken.push(performance.now() - began)
    if (!answer.ok) throw new Error(`The calendar of ${month} is not answered: ${answer.status} ${text}`)
    bytes = text.length
  }
  return { taken, bytes }
}

async function signedIn(browser: Browser, { url }: RunningServer): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${url}/auth/login`)
  await page.getByLabel(/e-?mail/i).fill(HR)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((at) => !at.pathname.startsWith('/auth'))
  return page
}

/** From the address until each person's row is drawn. */
async function screenTime(page: Page, { url }: RunningServer, month: string): Promise<number> {
  const began = performance.now()
  await page.goto(`${url}/records/leave-application?calendar=people&day=${month}-15`, { waitUntil: 'commit' })
  await page.locator('[data-view="people"] [data-event]').first().waitFor({ timeout: DRAWN_WITHIN_MS })
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  return performance.now() - began
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** How many times as long the last team takes as the first. */
function times(of: (team: Measured) => number[], { teams }: CalendarFigures): number {
  const [few, many] = [teams[0], teams.at(-1)].map((team) => median(team === undefined ? [] : of(team)))
  return (many ?? 0) / (few ?? 1)
}

/** Whether the large team's calendar is as quick as expected, in the server and, if it was measured, on the screen. */
export function isCalendarSteady(figures: CalendarFigures): boolean {
  return times(({ answer }) => answer, figures) <= MOST_TIMES && (figures.teams[0]?.screen.length === 0 || times(({ screen }) => screen, figures) <= MOST_TIMES)
}

/** The figures as text. */
export function calendarLines(figures: CalendarFigures): string {
  const screen = figures.teams[0]?.screen.length === 0 ? 'screen not measured: the portal is not built, or there is no Chromium' : `screen ${times((team) => team.screen, figures).toFixed(2)} times`
  return [
    ...figures.teams.map(({ people, answer, bytes, screen: drawn }) => `  a month of ${people} people: answered in ${median(answer).toFixed(1)} ms (${Math.round(bytes / 1000)} kB)${drawn.length === 0 ? '' : `, drawn in ${median(drawn).toFixed(0)} ms`}`),
    `  the larger by the smaller: answer ${times((team) => team.answer, figures).toFixed(2)} times, ${screen}`,
  ].join('\n')
}
