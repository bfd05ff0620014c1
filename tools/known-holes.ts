/**
 * Known vulnerabilities in the production dependencies, as reported by the current registry (`npm audit`): moderate severity or higher
 * fails the build. If the registry does not support the request, this is printed and nothing fails.
 */
import { spawnSync } from 'node:child_process'
import { vulnerabilitiesIn } from './audit-report.ts'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000, maxBuffer: 50_000_000 })
const holes = vulnerabilitiesIn(stdout)
if (holes === undefined) process.stdout.write('Known holes: the registry in use does not answer npm audit.\n')
else if (holes.length === 0) process.stdout.write('Known holes: none in what is shipped.\n')
else {
  process.stdout.write(`Known holes in what is shipped:\n${holes.map((one) => `  ${one}`).join('\n')}\n`)
  process.exitCode = 1
}
