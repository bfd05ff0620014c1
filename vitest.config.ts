import { defineConfig } from 'vitest/config'

const TIMED = 'tests/browser/typing.test.ts'

// Fast ones first: unit (core, tools, portal logic), http (server on a real database), browser (Chromium), timed (alone, because it measures).
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      { test: { name: 'unit', include: ['src/core/**/*.test.ts', 'src/portal/**/*.test.ts', 'tools/**/*.test.ts', 'tests/*.test.ts', 'tests/manifests/**/*.test.ts', 'tests/modules/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
      { test: { name: 'http', include: ['src/server/**/*.test.ts', 'tests/store/**/*.test.ts', 'tests/http/**/*.test.ts'], globalSetup: ['tests/http/prepared-folder.ts'], testTimeout: 60_000, hookTimeout: 240_000, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      { test: { name: 'browser', include: ['tests/browser/**/*.test.ts'], exclude: [TIMED], globalSetup: ['tests/browser/global-setup.ts'], testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 2, sequence: { groupOrder: 2 } } },
      { test: { name: 'timed', include: [TIMED], globalSetup: ['tests/browser/global-setup.ts'], testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 1, sequence: { groupOrder: 3 } } },
    ],
  },
})
