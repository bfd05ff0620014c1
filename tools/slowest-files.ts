/** The summary of a test run: its ten slowest files, and the number of passed tests in a line that other tools can parse. */
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** Prints after the default reporter. The time of a file includes its tests and hooks, in seconds. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module) => ({ file: path.relative(process.cwd(), module.moduleId), seconds: module.diagnostic().duration / 1000 })).sort((a, b) => b.seconds - a.seconds)
    const all = modules.flatMap((module) => [...module.children.allTests()]).map((test) => test.result().state)
    const count = (state: string): number => all.filter((one) => one === state).length
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length
    process.stdout.write(`\nSlowest files:\n${times.slice(0, SHOWN).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`).join('\n')}\n\n`)
    process.stdout.write(`${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`)
  }
}
