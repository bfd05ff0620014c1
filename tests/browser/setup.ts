/** Runs before each file of browser tests: a worker keeps its modules, and so its Chromium, from file to file. */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { endTest } from './harness.ts'
import { beginTest, endFile } from './tabs.ts'

beforeEach(beginTest)
afterEach(({ task }) => endTest(task.name, task.result?.state === 'fail'))
afterAll(endFile)
