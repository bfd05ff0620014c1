import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The command line; a flag that there is not ends the program with a sentence. */
export function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`).join(', ')
    return stopAt([`${(error as Error).message.split('.')[0] ?? ''}. There are ${known}.`]) as never
  }
}

/** Ends the program with what is wrong, where anything is. */
export function stopAt(problems: readonly string[]): void {
  if (problems.length === 0) return
  console.error(problems.join('\n'))
  process.exit(1)
}
