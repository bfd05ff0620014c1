/** Runs before each file of browser tests: a worker keeps its modules from file to file, and with them its Chromium. */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { endTest } from './harness.ts'
import { beginTest, endFile } from './tabs.ts'

beforeEach(beginTest)
afterEach(({ task }) => endTest(task.name, task.result?.state === 'fail'))
afterAll(endFile)
