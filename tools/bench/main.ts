/**
 * Compares the engine with a hand-written server on the same data, in one run. Loading a million documents takes time; `npm run bench --
 * --quick` uses fewer documents and shorter rounds, and only shows that everything works. Exits with 1 if a full run misses an expectation.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../postgres.ts'
import { approvalLines, areApprovalsFast, measureApprovals, type ApprovalFigures } from './approvals.ts'
import { calendarLines, isCalendarSteady, measureCalendar } from './calendar.ts'
import { creates, readCalls, lists, writeCalls } from './calls.ts'
import { areJobsFast, jobLines, measureJobs, type JobFigures } from './jobs.ts'
import { OF_THE_TEAM, TEAM, addPeople, addRequests, openRequests, ownRequests, type RequestOf } from './dataset.ts'
import { measurePaging, type Depth } from './paging.ts'
import { startEngine, startServer, type RunningServer } from './processes.ts'
import { isPublishingUnnoticed, measurePublishing, publishingLines } from './publishing.ts'
import { comparisonLine, comparisonTable, isMet, memoryTable, pagingTable } from './report.ts'
import { compare, type Comparison, type Plan } from './rounds.ts'
import { checkSameAnswers } from './same-answers.ts'

const DIST = path.resolve(import.meta.dirname, '../..')
const FULL = { few: 1_000, many: 100_000, most: 1_000_000, rounds: 5, seconds: 3, sends: 300, pages: { rounds: 3, seconds: 2 }, approvals: { seconds: 2, contended: 200 }, publishing: 10, people: 20_000, calendar: { rounds: 7 } }
const QUICK = { few: 200, many: 2_000, most: 5_000, rounds: 1, seconds: 0.3, sends: 20, pages: { rounds: 1, seconds: 0.2 }, approvals: { seconds: 0.3, contended: 20 }, publishing: 2, people: 1_000, calendar: { rounds: 1 } }

const isQuick = process.argv.includes('--quick')
/** `--approvals`, `--publishing`, `--calendar`, `--jobs`: only these; jobs are measured only if asked for. */
const isOnlyJobs = process.argv.includes('--jobs')
const isOnlyApprovals = process.argv.includes('--approvals')
const isOnlyCalendar = process.argv.includes('--calendar')
const isOnlyPublishing = process.argv.includes('--publishing')
const scale = isQuick ? QUICK : FULL

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

interface Requests { own: RequestOf[]; open: RequestOf[]; /** Open requests of the team. */ team: RequestOf[] }

async function measureCalls(engine: RunningServer, hand: RunningServer, { own, open, team }: Requests): Promise<Comparison[]> {
  const { rounds, seconds } = scale
  const share = (of: RequestOf[], server: string, round: number): RequestOf[] => {
    const turn = round * 2 + (server === engine.name ? 0 : 1)
    return of.slice(turn * scale.sends, (turn + 1) * scale.sends)
  }
  const plans: Plan[] = [
    { name: 'list', extent: { seconds }, rounds, calls: lists },
    { name: 'get', extent: { seconds }, rounds, calls: () => readCalls(own) },
    { name: 'create', extent: { seconds }, rounds, calls: (server, round) => creates(`${server}-${round}`) },
    { name: 'send', extent: { requests: scale.sends }, rounds, calls: (server, round) => writeCalls(share(open, server, round), `${server}-${round}`) },
    { name: 'create, one team', connections: TEAM, extent: { seconds }, rounds, calls: (server, round) => creates(`team-${server}-${round}`, TEAM) },
    { name: 'send, one team', connections: TEAM, extent: { requests: scale.sends }, rounds, calls: (server, round) => writeCalls(share(team, server, round), `team-${server}-${round}`) }
  ]
  const comparisons: Comparison[] = []
  for (const plan of plans) {
    const comparison = await compare(engine, hand, plan)
    print(`  ${comparisonLine(comparison)}`)
    comparisons.push(comparison)
  }
  return comparisons
}

async function measurePages(url: string, documents: number): Promise<Depth[]> {
  const depths: Depth[] = []
  for (const sort of ['-no', '-total_amount']) depths.push(await measurePaging(url, documents, sort, scale.pages))
  return depths
}

/** Prepares the database as in a new installation: the server itself creates the tables and the demo organisation. */
async function installDemo(environment: Record<string, string>): Promise<void> {
  const server = await startEngine('engine', { ...environment, DEMO: '1' })
  await server.stop()
}

/** Runs two servers on the database while decisions are measured. */
async function measureDecisions(client: pg.Client, environment: Record<string, string>): Promise<ApprovalFigures> {
  const start = (name: string): Promise<RunningServer> => startEngine(name, { ...environment, DEMO: '0' })
  const servers: [RunningServer, RunningServer] = [await start('engine'), await start('second engine')]
  try {
    print('Approvals ...')
    const figures = await measureApprovals(client, environment['DATABASE_URL'] ?? '', servers, scale.approvals)
    print(approvalLines(figures))
    return figures
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Measures overlays published while people work, on a server whose caches are warm. */
async function measureOverlays(environment: Record<string, string>): Promise<boolean> {
  const engine = await startEngine('engine', { ...environment, DEMO: '0' })
  try {
    print('Publishing ...')
    const figures = await measurePublishing(engine, scale.publishing)
    print(publishingLines(figures))
    return isPublishingUnnoticed(figures)
  } finally {
    await engine.stop()
  }
}

/** Measures the calendar of a small and of a large team. */
async function measureCalendars(client: pg.Client, environment: Record<string, string>): Promise<boolean> {
  const engine = await startEngine('engine', { ...environment, DEMO: '0', LIMIT_LIST: 'off' })
  try {
    print('Calendar ...')
    const figures = await measureCalendar(client, engine, hasPortal(), scale.calendar)
    print(calendarLines(figures))
    return isCalendarSteady(figures)
  } finally {
    await engine.stop()
  }
}

async function measure(client: pg.Client, environment: Record<string, string>): Promise<boolean> {
  await addPeople(client)
  if (isOnlyCalendar) return measureCalendars(client, environment)
  const isUnfelt = await measureOverlays(environment)
  if (isOnlyPublishing) return isUnfelt
  const isSteady = isOnlyApprovals || (await measureCalendars(client, environment))
  const isMetByCalls = (isOnlyApprovals || (await measureRequests(client, environment))) && isUnfelt && isSteady
  // Last, because its documents would appear in the lists of the other measurements.
  return areApprovalsFast(await measureDecisions(client, environment)) && isMetByCalls
}

async function measureRequests(client: pg.Client, environment: Record<string, string>): Promise<boolean> {
  await addRequests(client, 1, scale.few)
  const engine = await startEngine('engine', { ...environment, DEMO: '0' })
  const hand = await startServer('hand-written', path.join(import.meta.dirname, 'hand-written/server.js'), '/healthz', environment)
  try {
    print(`List at ${scale.few} documents ...`)
    const depths = await measurePages(engine.url, scale.few)
    print(`Four calls at ${scale.many} documents ...`)
    await addRequests(client, scale.few + 1, scale.many)
    await addRequests(client, 1, scale.sends * 2 * (scale.rounds + 1), OF_THE_TEAM)
    const open = await openRequests(client, 50)
    const own = await ownRequests(client, 2_000)
    await checkSameAnswers(engine.url, hand.url, own, open)
    const team = await openRequests(client, scale.sends * 2 * (scale.rounds + 1), OF_THE_TEAM)
    const comparisons = await measureCalls(engine, hand, { own, open: open.slice(2), team })
    print(`List at ${scale.most} documents ...`)
    await addRequests(client, scale.many + 1, scale.most)
    depths.push(...(await measurePages(engine.url, scale.most)))
    const memory = { engine: engine.memory(), hand: hand.memory() }
    print(`\n${comparisonTable(comparisons)}\n\n${pagingTable(depths)}\n\n${memoryTable(memory.engine, memory.hand)}\n`)
    return isMet(comparisons, depths, memory.engine)
  } finally {
    await engine.stop()
    await hand.stop()
  }
}

function hasPortal(): boolean {
  return existsSync(path.join(DIST, 'portal/.vite/manifest.json'))
}

/** Prints the sizes of the JavaScript; returns false if one exceeds its budget. */
function measureBundles(): boolean {
  if (!hasPortal()) {
    print('The portal is not built: npm run build, then npm run size, tell the size of its JavaScript.')
    return true
  }
  try {
    execFileSync(process.execPath, [path.join(DIST, 'tools/measure-bundles.js'), path.join(DIST, 'portal')], { stdio: 'inherit' })
    return true
  } catch {
    return false
  }
}

/** Measures how soon a keystroke is rendered in a card of 200 lines, in Chromium; returns false if it is slow. */
function measureTyping(): boolean {
  if (isQuick || !existsSync(path.join(DIST, 'portal'))) return true
  return spawnSync(process.execPath, [path.join(DIST, 'tools/run-tests.js'), 'timed'], { stdio: 'inherit' }).status === 0
}

/** Jobs on both databases; a missing or doubled entry throws. */
async function measureAllJobs(databaseUrl: string): Promise<boolean> {
  print('Jobs ...')
  const tell = (figures: JobFigures): boolean => {
    print(jobLines(figures))
    return areJobsFast(figures)
  }
  const isFast = tell(await measureJobs('PostgreSQL', scale.people, { databaseUrl }))
  return tell(await measureJobs('PGlite', scale.people, 'embedded')) && isFast
}

/** Everything else, on a database with the demo. */
async function measureInstalled(databaseUrl: string): Promise<boolean> {
  print('Making the database ...')
  await installDemo({ DATABASE_URL: databaseUrl })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await measure(client, { DATABASE_URL: databaseUrl })
  } finally {
    await client.end()
  }
}

const { length: cores, 0: cpu } = cpus()
print(`${cpu?.model ?? 'unknown processor'}, ${cores} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
const postgres = await startPostgres()
const url = new URL(postgres.url)
const administration = new pg.Client({ connectionString: url.href })
let isAsExpected: boolean
try {
  await administration.connect()
  await administration.query('create database bench')
  url.pathname = '/bench'
  isAsExpected = await (isOnlyJobs ? measureAllJobs : measureInstalled)(url.href)
} finally {
  await administration.end()
  await postgres.stop()
}
const isPart = isOnlyApprovals || isOnlyPublishing || isOnlyCalendar || isOnlyJobs
const isWithinBudgets = isPart || measureBundles()
const isTypingFast = isPart || measureTyping()
process.exitCode = isQuick || (isAsExpected && isWithinBudgets && isTypingFast) ? 0 : 1
