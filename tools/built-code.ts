/**
 * Tests of the server run the built code, as in production: Node loads a thousand modules of dist in the time in which Vite transforms
 * fifty source files. The code is built first, which is quick if nothing changed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vitest/config'

const ROOT = path.resolve(import.meta.dirname, '..')
const IS_BUILT = /^(src\/(core|contract|server)|modules|tools)\/.*\.ts$/
const IS_FOR_TESTS = /\.test\.ts$|\/testing\//

/** Redirects imports of source files that have been built to the build. */
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

/** Builds what has changed. Prints type errors, but the tests run anyway, as with source files. */
export function setup(): void {
  spawnSync('npm', ['run', '--silent', 'types'], { cwd: ROOT, stdio: 'inherit' })
}
