/**
 * Which files the portal's code is bundled into. The bundler's own division makes a file for each set of places that share some code: some
 * seventy before the first rows of a list, half of them below one kilobyte, while a browser on HTTP/1.1 fetches six at a time. Here, a file
 * is a step of the start: what is needed always, behind the sign-in, by a screen; and what is fetched on a click stays divided as it was.
 */
import { build, type InlineConfig, type Rolldown } from 'vite'

/** A file of the bundle: the modules for which it is made. Groups that come first may be needed by those that follow. */
export interface ChunkGroup { name: string; test: (id: string) => boolean; priority: number }

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'isEntry' | 'imports'> & { modules: Record<string, { renderedLength: number }> }

/** What every visit needs, and what every visit of a signed-in person needs. */
const BASE = 'base'
const SHELL = 'shell'
const SIGN_IN = 'sign-in'
/** Places that are no screen of their own. A list fetches its rules late, and with them the engine only, not the card that runs on it. */
const PLACES: Record<string, string> = { 'shell/SignedIn.tsx': SHELL, 'pages/sign-in/AuthRoutes.tsx': SIGN_IN, 'pages/list/list-rules.ts': 'rules' }
/** The modules that an address opens; each is a place of the name that its folder or file gives it. */
const SCREEN = /\/pages\/(?!sign-in\/)[\w-]+\/(?:[\w-]+\/)?(\w+)Page\.tsx$/
/** What several places share goes with the step before if it is smaller than this before minification, in characters: a request costs more. */
const SMALL = 16_000

/** Bundles once without dividing and compressing anything, to see which modules are left at which place, and groups them by it. */
export async function chunkGroups(survey: InlineConfig): Promise<ChunkGroup[]> {
  const { output } = await build({ ...survey, configFile: false, logLevel: 'silent', build: { ...survey.build, write: false, minify: false, manifest: false } }) as Rolldown.RolldownOutput
  return groupsOf(output.filter((one) => one.type === 'chunk'))
}

/** The groups for a bundle that the bundler divided. Exported for its test. */
export function groupsOf(chunks: readonly Chunk[]): ChunkGroup[] {
  const modules = new Map<string, Map<string, number>>()
  for (const [chunk, places] of placesOf(chunks)) {
    if (places.size === 0) continue
    const name = groupOf(places)
    const known = modules.get(name) ?? new Map<string, number>()
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) known.set(id, renderedLength)
    modules.set(name, known)
  }
  const groups = new Map<string, Set<string>>()
  for (const [name, known] of modules) {
    const isSmall = [...known.values()].reduce((sum, length) => sum + length, 0) < SMALL
    const target = name.includes('+') && isSmall ? SHELL : name
    groups.set(target, new Set([...groups.get(target) ?? [], ...known.keys()]))
  }
  return [...groups].map(([name, ids]) => ({ name, test: (id) => ids.has(id), priority: priorityOf(name) }))
}

/** The places whose screen needs a chunk from the start. */
function placesOf(chunks: readonly Chunk[]): Map<Chunk, Set<string>> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Map<Chunk, Set<string>>(chunks.map((chunk) => [chunk, new Set()]))
  const mark = (chunk: Chunk | undefined, place: string): void => {
    const places = chunk && found.get(chunk)
    if (!places || places.has(place)) return
    places.add(place)
    for (const file of chunk.imports) mark(byFile.get(file), place)
  }
  for (const chunk of chunks) {
    const place = placeOf(chunk)
    if (place !== undefined) mark(chunk, place)
  }
  return found
}

function placeOf({ isEntry, facadeModuleId }: Chunk): string | undefined {
  if (isEntry) return BASE
  const known = Object.keys(PLACES).find((name) => facadeModuleId?.endsWith(name))
  return known === undefined ? SCREEN.exec(facadeModuleId ?? '')?.[1]?.toLowerCase() : PLACES[known]
}

function groupOf(places: ReadonlySet<string>): string {
  // Nothing of the sign-in page may lie behind the sign-in.
  if (places.has(BASE) || (places.has(SIGN_IN) && places.size > 1)) return BASE
  if (places.has(SHELL)) return SHELL
  return [...places].sort((one, other) => one.localeCompare(other)).join('+')
}

/** What more places need is taken first: a group takes along what its modules import. */
function priorityOf(name: string): number {
  if (name === BASE) return 1000
  return name === SHELL ? 999 : name.split('+').length
}
