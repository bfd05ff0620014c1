/** Loads the code that manifests refer to by name: pure functions and server effects of each module. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FunctionRegistry } from '../../core/index.ts'
import type { EffectRegistry } from '../services.ts'
import { modulesOf } from './read-sources.ts'

export interface ModuleCode {
  functions: FunctionRegistry
  effects: EffectRegistry
}

/**
 * Imports `functions/index.js` (exporting `functions`) and `effects/index.js` (exporting `effects`) of every module. The repository's own
 * modules are compiled; modules in other folders are plain ES modules, loaded in place.
 * @throws Error if two modules use the same name or an index exports something else
 */
export async function loadModuleCode(folders: string[], root: string): Promise<ModuleCode> {
  const code: ModuleCode = { functions: {}, effects: {} }
  for (const folder of folders) {
    const compiled = folder === path.join(root, 'modules') ? path.join(root, 'dist', 'modules') : folder
    for (const module of modulesOf(folder)) {
      await add(path.join(compiled, module, 'functions', 'index.js'), 'functions', code.functions)
      await add(path.join(compiled, module, 'effects', 'index.js'), 'effects', code.effects)
    }
  }
  return code
}

async function add(file: string, name: 'functions' | 'effects', into: Record<string, unknown>): Promise<void> {
  if (!existsSync(file)) return
  const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  const registry = exported[name]
  if (typeof registry !== 'object' || registry === null) throw new Error(`${file} must export an object named "${name}".`)
  for (const [key, value] of Object.entries(registry)) {
    if (Object.hasOwn(into, key)) throw new Error(`${file} declares the name "${key}", which another module already uses.`)
    into[key] = value
  }
}
