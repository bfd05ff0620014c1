/**
 * Prints the gzipped JavaScript that each screen needs, and in how many files it comes, against their budgets: the closure of static
 * imports from the entry and the screen's own chunk, from Vite's manifest. Exits with 1 above a budget, with 2 if the bundle is not built.
 * Usage: `npm run build && npm run size`.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ENTRY, readBundle } from '../src/server/portal/bundle.ts'

const KILO = 1000

/** The screens with the chunks that they load (portal-chunks.ts), and their limits in kB and files. */
const BUDGETS: { screen: string; chunks: string[]; limit: number; files: number }[] = [
  { screen: 'sign-in', chunks: [ENTRY, 'sign-in'], limit: 133, files: 2 },
  { screen: 'list', chunks: [ENTRY, 'shell', 'list'], limit: 182, files: 3 },
  { screen: 'table', chunks: [ENTRY, 'shell', 'list', 'table'], limit: 200, files: 5 },
  { screen: 'card', chunks: [ENTRY, 'shell', 'card', 'form'], limit: 310, files: 7 },
  { screen: 'record', chunks: [ENTRY, 'shell', 'card', 'form', 'stored', 'lines', 'files'], limit: 323, files: 10 },
  { screen: 'approvals', chunks: [ENTRY, 'shell', 'approvals'], limit: 216, files: 4 },
]

const folder = path.resolve(process.argv[2] ?? 'dist/portal')
const bundle = readBundle(folder)
if (!bundle) {
  process.stderr.write(`No bundle in ${folder}: run npm run build first.\n`)
  process.exit(2)
}

let isOver = false
for (const { screen, chunks, limit, files } of BUDGETS) {
  const missing = chunks.filter((name) => bundle.closure(name).size === 0)
  if (missing.length > 0) throw new Error(`The bundle has no chunk ${missing.join(', ')}`)
  const needed = new Set(chunks.flatMap((name) => [...bundle.closure(name)]))
  const kilobytes = [...needed].reduce((sum, { file }) => sum + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length, 0) / KILO
  const isTooMuch = kilobytes > limit || needed.size > files
  isOver ||= isTooMuch
  process.stdout.write(`${screen.padEnd(9)} ${kilobytes.toFixed(1).padStart(6)} kB of ${limit} kB in ${needed.size} of ${files} files${isTooMuch ? '   OVER' : ''}\n`)
}
process.exit(isOver ? 1 : 0)
