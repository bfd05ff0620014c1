/**
 * Tests of the server run the code that is built, as it is started for real: Node reads a thousand modules of dist in the time in
 * which Vite makes fifty of the sources. They are built first, which takes nothing where nothing changed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vitest/config'

const ROOT = path.resolve(import.meta.dirname, '..')
const IS_BUILT = /^(src\/(core|contract|server)|modules|tools)\/.*\.ts$/
const IS_FOR_TESTS = /\.test\.ts$|\/testing\//

/** Sends imports of sources of which a build is there to that build. */
export function fromBuild(): Plugin {
  return {
    name: 'from-build', enforce: 'pre',
    resolveId(imported, importer) {
      if (importer === undefined || !imported.startsWith('.')) return undefined
      const source = path.relative(ROOT, path.resolve(path.dirname(importer), imported))
      if (!IS_BUILT.test(source) || IS_FOR_TESTS.test(source)) return undefined
      const built = path.join(ROOT, 'dist', source.replace(/ts$/, 'js'))
      return existsSync(built) ? { id: built, external: true } : undefined
    },
  }
}

/** Builds what has changed. What it finds wrong it says; the tests run nevertheless, as with sources. */
export function setup(): void {
  spawnSync('npm', ['run', '--silent', 'types'], { cwd: ROOT, stdio: 'inherit' })
}
