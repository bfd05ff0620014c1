/**
 * The commands of whoever looks after an installation, with the environment of the server:
 * `npm run backup -- <folder>`, `npm run restore -- <folder>`, `npm run verify` (the database), `npm run verify -- <folder>` (a backup),
 * `npm run company -- <code> <name>` and `npm run administrator -- <e-mail> <name>`.
 */
import { TERMINAL } from './command.ts'
import { operate } from './commands.ts'

const code = await operate(TERMINAL, process.argv.slice(2))
// Whatever is still open must not keep the operator waiting.
process.exit(code)
