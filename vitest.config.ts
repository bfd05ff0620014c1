import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { fromBuild } from './tools/built-code.ts'
import { SlowestFiles } from './tools/slowest-files.ts'

const TIMED = 'tests/browser/typing.test.ts'
/** Begun last, one of these would keep a worker busy alone at the end. */
const LONGEST = [
  'tests/browser/unsaved-work.test.ts', 'tests/browser/sign-in.test.ts', 'tests/browser/types-masters.test.ts', 'tests/browser/requisition.test.ts', 'tests/browser/settings.test.ts',
  'tests/browser/shell-administration.test.ts', 'tests/browser/shell-companies.test.ts', 'tests/browser/types-documents.test.ts', 'tests/browser/authenticators.test.ts', 'tests/browser/approvals.test.ts',
  'tests/browser/shell.test.ts', 'tests/browser/shell-follows.test.ts', 'tests/browser/journey.test.ts', 'tests/browser/dashboard.test.ts', 'tests/browser/screens.test.ts', 'tests/browser/imprest.test.ts',
  'tests/wire/wire.test.ts', 'tests/store/operator-commands.test.ts', 'tests/http/overlays.test.ts', 'tests/http/operating.test.ts', 'tests/http/first-administrator.test.ts', 'tests/http/who-may-call.test.ts', 'tests/http/state-machines.test.ts',
]

for (const file of [TIMED, ...LONGEST]) {
  if (!existsSync(new URL(file, import.meta.url))) throw new Error(`vitest.config.ts names ${file}, which is not there: was it renamed?`)
}

/** Project by project, and of each the longest files first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification): number => PROJECTS.indexOf(project.name) * 2 + Number(!LONGEST.some((one) => moduleId.endsWith(one)))
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

/** Fast ones first: core, tools and logic of the portal; the server on a real database; Chromium. One queue for three workers: two of them often wait for a disk or a page. */
const PROJECTS = ['unit', 'http', 'browser']
const WORKERS = 3

/** `npm run attack` tries in one test what takes minutes on the embedded database. */
const [HTTP_TEST_MS, HTTP_HOOK_MS] = process.env['ATTACK_REPORT'] === undefined ? [60_000, 240_000] : [900_000, 900_000]

const BUILD = 'tools/built-code.ts'
const built = { plugins: [fromBuild()] }
const server = { deps: { external: [/\/dist\//] } }
/** Values in titles, such as `$name`, are cut at 40 characters otherwise. */
const chaiConfig = { truncateThreshold: 200 }

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    globalSetup: [BUILD],
    reporters: ['default', new SlowestFiles()],
    sequence: { sequencer: InOrder },
    projects: [
      { ...built, test: { server, chaiConfig, name: 'unit', isolate: false, include: ['src/core/**/*.test.ts', 'src/portal/**/*.test.ts', 'tools/**/*.test.ts', 'tests/*.test.ts', 'tests/manifests/**/*.test.ts', 'tests/modules/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: WORKERS } },
      { ...built, test: { server, chaiConfig, name: 'http', isolate: false, include: ['src/server/**/*.test.ts', 'tests/store/**/*.test.ts', 'tests/http/**/*.test.ts', 'tests/wire/**/*.test.ts'], globalSetup: ['tests/store/prepared-folder.ts'], testTimeout: HTTP_TEST_MS, hookTimeout: HTTP_HOOK_MS, maxWorkers: WORKERS } },
      { ...built, test: { server, chaiConfig, name: 'browser', isolate: false, include: ['tests/browser/**/*.test.ts'], exclude: [TIMED], globalSetup: ['tests/browser/global-setup.ts'], setupFiles: ['tests/browser/setup.ts'], testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 10_000 } }, maxWorkers: WORKERS } },
      // Alone: it measures.
      { ...built, test: { server, chaiConfig, name: 'timed', include: [TIMED], globalSetup: ['tests/browser/global-setup.ts'], setupFiles: ['tests/browser/setup.ts'], testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
})
