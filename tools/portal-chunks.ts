/**
 * Which files the portal's code is bundled into. The bundler's own division makes a file for each set of places that share some code: some
 * seventy before the first rows of a list, half of them below one kilobyte, while a browser on HTTP/1.1 fetches six at a time. Here, a file
 * is a step of the start: what is needed always, behind the sign-in, by a screen; and what is fetched on a click stays divided as it was.
 */
import { build, type InlineConfig, type Rolldown } from 'vite'

/** A file of the bundle: the modules for which it is made. Groups that come first may be needed by those that follow. */
export interface ChunkGroup { name: string; test: (id: string) => boolean; priority: number }

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'isEntry' | 'imports'> & { modules: Record<string, { renderedLength: number }> }

/** What every visit needs, what every visit of a signed-in person needs, and what it fetches once its first screen is at rest. */
const BASE = 'base'
const SHELL = 'shell'
const SIGN_IN = 'sign-in'
const QUESTIONS = 'questions'
/**
 * Places that are no screen of their own. A list fetches its table in a wide window only, and its rules late, with them the engine only,
 * not the card that runs on it; the heading of a card does not wait for its form, and not every form has a stored
 * record, lines and files.
 */
const PLACES: Record<string, string> = { 'shell/SignedIn.tsx': SHELL, 'pages/sign-in/AuthRoutes.tsx': SIGN_IN, 'ui/ConfirmDialog.tsx': QUESTIONS, 'pages/list/ListTable.tsx': 'table', 'pages/list/list-rules.ts': 'rules', 'pages/card/CardLoader.tsx': 'form', 'pages/card/sections/stored.ts': 'stored', 'line-table/LineTable.tsx': 'lines', 'sections/AttachmentsSection.tsx': 'files' }
/** Places that are never opened without another one, which therefore has what the two share. */
const PART_OF: Record<string, string> = { table: 'list', form: 'card', wizard: 'card' }
/** What these share with anything but the form is where the form would share it: a file of their own would take along the form's. */
const PART_OF_FORM: ReadonlySet<string> = new Set(['stored', 'lines', 'files'])
/** Where most visits begin, and what they fetch then. */
const FIRST: ReadonlySet<string> = new Set([SHELL, QUESTIONS, 'list', 'table', 'rules', 'card', 'form', 'approvals', 'approval', 'home', 'dashboard'])
/** The modules that an address opens; each is a place of the name that its folder or file gives it. */
const SCREEN = /\/pages\/(?!sign-in\/)[\w-]+\/(?:[\w-]+\/)?(\w+)Page\.tsx$/
/** What is fetched when it is used: dialogs, menus, widgets. */
const LATER = 'later'
/** What several places share has no file of its own if it is smaller than this before minification, in characters: a request costs more. */
const SMALL = 16_000
/** Nor what more places than this share. */
const FEW = 3
/**
 * Where it goes instead: to the first of these that has one of its places. Most visits begin with a list, whose share comes with the
 * frame, as does the little that a card shares before its form. What other dialogs share with questions is there when they open.
 */
const SHARED: { name: string; places: readonly string[]; priority: number }[] = [
  { name: SHELL, places: ['list', 'table', 'card'], priority: 999 },
  // After what many share, and before the engine and the forms, which need it.
  { name: 'documents', places: ['form', 'approval', 'approvals', 'rules'], priority: 10 * FEW + 7 },
  { name: QUESTIONS, places: [QUESTIONS], priority: 10 * FEW + 6 },
]
const REST = { name: 'administration', priority: 10 * FEW + 5 }

/** Bundles once without dividing and compressing anything, to see which modules are left at which place, and groups them by it. */
export async function chunkGroups(survey: InlineConfig): Promise<ChunkGroup[]> {
  const { output } = await build({ ...survey, configFile: false, logLevel: 'silent', build: { ...survey.build, write: false, minify: false, manifest: false } }) as Rolldown.RolldownOutput
  return groupsOf(output.filter((one) => one.type === 'chunk'))
}

/** The groups for a bundle that the bundler divided. Exported for its test. */
export function groupsOf(chunks: readonly Chunk[]): ChunkGroup[] {
  const byPlaces = new Map<string, Map<string, number>>()
  for (const [chunk, places] of placesOf(chunks)) {
    const key = keyOf(chunk, places)
    if (key === undefined) continue
    const known = byPlaces.get(key) ?? new Map<string, number>()
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) known.set(id, renderedLength)
    byPlaces.set(key, known)
  }
  const groups = new Map<string, Set<string>>()
  for (const [key, known] of byPlaces) {
    const name = fileOf(key, [...known.values()].reduce((sum, length) => sum + length, 0))
    groups.set(name, new Set([...groups.get(name) ?? [], ...known.keys()]))
  }
  return [...groups].map(([name, ids]) => ({ name, test: (id) => ids.has(id), priority: priorityOf(name) }))
}

/** The places whose screen needs a chunk from the start, and `LATER` if something else needs it then. */
function placesOf(chunks: readonly Chunk[]): Map<Chunk, Set<string>> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Map<Chunk, Set<string>>(chunks.map((chunk) => [chunk, new Set()]))
  const mark = (chunk: Chunk | undefined, place: string): void => {
    const places = chunk && found.get(chunk)
    if (!places || places.has(place)) return
    places.add(place)
    for (const file of chunk.imports) mark(byFile.get(file), place)
  }
  for (const chunk of chunks) if (chunk.isEntry || chunk.facadeModuleId !== null) mark(chunk, placeOf(chunk))
  return found
}

function placeOf({ isEntry, facadeModuleId }: Chunk): string {
  if (isEntry) return BASE
  const known = Object.entries(PLACES).find(([name]) => facadeModuleId?.endsWith(name))
  return known?.[1] ?? SCREEN.exec(facadeModuleId ?? '')?.[1]?.toLowerCase() ?? LATER
}

/** The places that decide where a chunk goes; undefined if it stays as the bundler divided it. */
function keyOf({ facadeModuleId }: Chunk, needed: ReadonlySet<string>): string | undefined {
  const all = [...needed].filter((place) => place !== LATER && !needed.has(PART_OF[place] ?? ''))
  const isShared = all.length > 1 || (needed.has(LATER) && facadeModuleId === null)
  const places = [...new Set(all.map((place) => (isShared && PART_OF_FORM.has(place) ? 'form' : place)))].sort((one, other) => one.localeCompare(other))
  if (places.length === 0) return undefined
  // Nothing of the sign-in page may lie behind the sign-in. What only other screens than the first share with it is in the file that
  // everybody has fetched who signed in.
  if (places.includes(BASE) || (places.includes(SIGN_IN) && places.some((place) => FIRST.has(place)))) return BASE
  if (places.includes(SIGN_IN)) return SIGN_IN
  if (places.includes(SHELL)) return SHELL
  // In the file of a screen, what a dialog shares with it would bring the whole screen with the dialog.
  const isLent = places.length === 1 && needed.has(LATER) && facadeModuleId === null
  return [...places, ...(isLent ? [LATER] : [])].join('+')
}

function fileOf(key: string, length: number): string {
  const places = key.split('+')
  if (places.length === 1) return key
  const shared = SHARED.find((file) => file.places.some((place) => places.includes(place))) ?? REST
  // Nothing large is added to what every visit waits for.
  return length >= SMALL && (places.length <= FEW || shared.name === SHELL) ? key : shared.name
}

/** What more places need is taken first: a group takes along what its modules import. Whole numbers: the bundler takes no others. */
function priorityOf(name: string): number {
  if (name === BASE) return 1000
  if (name === SIGN_IN) return 999
  if (name in PART_OF || PART_OF_FORM.has(name)) return 0
  return [...SHARED, REST].find((file) => file.name === name)?.priority ?? 10 * name.split('+').filter((place) => place !== LATER).length
}
