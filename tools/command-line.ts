import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Parses the command line. `--help` prints the usage and exits; an unknown flag exits with a sentence and 1. */
export function parsed<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  const known = Object.keys(config.options ?? {}).map((name) => `--${name}`).join(', ')
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return stopAt([`${(error as Error).message.split('.')[0] ?? ''}. Known: ${known}.`]) as never
  }
}

/** Prints the problems and exits with 1, if there are any. */
export function stopAt(problems: readonly string[]): void {
  if (problems.length === 0) return
  console.error(problems.join('\n'))
  process.exit(1)
}
