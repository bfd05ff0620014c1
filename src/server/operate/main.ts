/**
 * The operator's commands, which use the environment of the server:
 * `npm run backup -- <folder>`, `npm run restore -- <folder>`, `npm run verify` (the database), `npm run verify -- <folder>` (a backup),
 * `npm run migrate`, `npm run company -- <code> <name>` and `npm run administrator -- <e-mail> <name>`.
 */
import { TERMINAL } from './command.ts'
import { operate } from './commands.ts'

const code = await operate(TERMINAL, process.argv.slice(2))
// Open handles must not keep the process alive.
process.exit(code)
