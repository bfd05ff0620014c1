import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The command line. `--help` ends the program with how it is used, a flag that there is not with a sentence and 1. */
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

/** Ends the program with what is wrong, where anything is. */
export function stopAt(problems: readonly string[]): void {
  if (problems.length === 0) return
  console.error(problems.join('\n'))
  process.exit(1)
}
