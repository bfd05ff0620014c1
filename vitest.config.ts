import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SlowestFiles } from './tools/slowest-files.ts'

const TIMED = 'tests/browser/typing.test.ts'
/** Begun last, one of these would keep a worker busy alone at the end. */
const LONGEST = [
  'tests/browser/imprest.test.ts', 'tests/browser/requisition.test.ts', 'tests/browser/unsaved-work.test.ts', 'tests/browser/screens.test.ts', 'tests/browser/sign-in.test.ts',
  'tests/http/state-machines.test.ts', 'tests/http/who-may-call.test.ts',
]

for (const file of [TIMED, ...LONGEST]) {
  if (!existsSync(new URL(file, import.meta.url))) throw new Error(`vitest.config.ts names ${file}, which is not there: was it renamed?`)
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(LONGEST.some((one) => moduleId.endsWith(one)))
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a))
  }
}

// Fast ones first: unit (core, tools, portal logic), http (server on a real database), browser (Chromium), timed (alone, because it measures).
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    reporters: ['default', new SlowestFiles()],
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'unit', isolate: false, include: ['src/core/**/*.test.ts', 'src/portal/**/*.test.ts', 'tools/**/*.test.ts', 'tests/*.test.ts', 'tests/manifests/**/*.test.ts', 'tests/modules/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
      { test: { name: 'http', isolate: false, include: ['src/server/**/*.test.ts', 'tests/store/**/*.test.ts', 'tests/http/**/*.test.ts'], globalSetup: ['tests/store/prepared-folder.ts'], testTimeout: 60_000, hookTimeout: 240_000, maxWorkers: 3, sequence: { groupOrder: 1 } } },
      { test: { name: 'browser', isolate: false, include: ['tests/browser/**/*.test.ts'], exclude: [TIMED], globalSetup: ['tests/browser/global-setup.ts'], setupFiles: ['tests/browser/setup.ts'], testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 10_000 } }, maxWorkers: 3, sequence: { groupOrder: 2 } } },
      { test: { name: 'timed', include: [TIMED], globalSetup: ['tests/browser/global-setup.ts'], setupFiles: ['tests/browser/setup.ts'], testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 1, sequence: { groupOrder: 3 } } },
    ],
  },
})
