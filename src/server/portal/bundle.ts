/** The files of the portal's build that a screen needs, from the manifest that Vite writes. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface Chunk { file: string; name?: string; imports?: string[]; css?: string[] }

/** The module of the page itself; its files are in the page already. */
export const ENTRY = 'index.html'

/** A build of the portal. */
export interface Bundle {
  /** The chunk of that name (tools/portal-chunks.ts) or module, with everything that it statically imports; empty if there is none. */
  closure(name: string): ReadonlySet<Chunk>
}

/** The build in a folder; undefined if there is none. */
export function readBundle(folder: string): Bundle | undefined {
  const file = path.join(folder, '.vite', 'manifest.json')
  if (!existsSync(file)) return undefined
  const chunks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const named = new Map(Object.values(chunks).filter((chunk) => chunk.file.endsWith('.js')).map((chunk) => [chunk.name ?? '', chunk]))
  const add = (chunk: Chunk | undefined, found: Set<Chunk>): Set<Chunk> => {
    if (chunk === undefined || found.has(chunk)) return found
    found.add(chunk)
    for (const one of chunk.imports ?? []) add(chunks[one], found)
    return found
  }
  return { closure: (name) => add(chunks[name] ?? named.get(name), new Set()) }
}

/** Addresses of the scripts and styles of the named chunks, without those of the page itself. */
export function addressesOf(bundle: Bundle, names: readonly string[]): string[] {
  const loaded = bundle.closure(ENTRY)
  const chunks = new Set(names.flatMap((name) => [...bundle.closure(name)]).filter((chunk) => !loaded.has(chunk)))
  return [...new Set([...chunks].flatMap(({ file, css = [] }) => [...css, file]))].map((file) => `/${file}`)
}
