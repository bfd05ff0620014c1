/**
 * Prints the gzipped JavaScript that each screen needs, against its budget: the closure of static imports from the entry and the screen's
 * own chunk, from Vite's manifest. Exits with 1 above a budget, with 2 if the bundle is not built.
 * Usage: `npm run build && npm run size`.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk { file: string; imports?: string[] }

const KILO = 1000
const ENTRY = 'index.html'
const SHELL = 'shell/SignedIn.tsx'

/** The screens with the modules that they load and their limit in kB. */
const BUDGETS: { screen: string; modules: string[]; limit: number }[] = [
  { screen: 'sign-in', modules: [ENTRY, 'pages/sign-in/AuthRoutes.tsx'], limit: 180 },
  { screen: 'list', modules: [ENTRY, SHELL, 'pages/list/ListPage.tsx'], limit: 240 },
  { screen: 'card', modules: [ENTRY, SHELL, 'pages/card/CardPage.tsx'], limit: 350 },
]

const folder = path.resolve(process.argv[2] ?? 'dist/portal')
const manifestFile = path.join(folder, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  process.stderr.write(`No bundle in ${folder}: run npm run build first.\n`)
  process.exit(2)
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>

/** The chunk and everything that it statically imports. */
function closure(names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The bundle has no ${name}; it has ${Object.keys(manifest).join(', ')}`)
    if (seen.has(name)) continue
    seen.add(name)
    closure(chunk.imports ?? [], seen)
  }
  return seen
}

function gzipSize(name: string): number {
  return gzipSync(readFileSync(path.join(folder, manifest[name]?.file ?? '')), { level: 9 }).length
}

let isOver = false
for (const { screen, modules, limit } of BUDGETS) {
  const kilobytes = [...closure(modules)].reduce((sum, name) => sum + gzipSize(name), 0) / KILO
  isOver ||= kilobytes > limit
  process.stdout.write(`${screen.padEnd(8)} ${kilobytes.toFixed(1).padStart(6)} kB of ${limit} kB${kilobytes > limit ? '   OVER' : ''}\n`)
}
process.exit(isOver ? 1 : 0)
