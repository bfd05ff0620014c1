/**
 * `npm run link -- somebody@example.org`: creates a link to set a password, for the operator to pass on. Without a mail server, it is how
 * administrators and approvers regain access. The sign-in log names the operator.
 */
import { systemClock } from './clock.ts'
import { TERMINAL, argumentsOf, configOf, enginesOf, runCommand, withInstallation } from './operate/command.ts'
import { OperationError } from './operate/operation-error.ts'
import { requireNotLeft } from './operate/set-up.ts'
import { issueLink } from './sign-in/links.ts'
import { soleProviderOf } from './sign-in/oidc/provider-of.ts'
import { directoryCompanyOf } from './sign-in/windows-account.ts'
import { OPERATOR } from './store/users/account-history.ts'
import { findUserByEmail } from './store/users/users.ts'

async function handOut(email: string): Promise<boolean> {
  const config = configOf(TERMINAL)
  const engines = await enginesOf(TERMINAL, config)
  return withInstallation(config, async (database) => {
    const link = await database.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (user === undefined) throw new OperationError(`No account has the e-mail ${email}.`)
      if (!user.active) throw new OperationError(`${user.name} is deactivated. Restore the account first.`)
      await requireNotLeft({ engines }, tx, user)
      const provider = soleProviderOf(config, user)
      if (provider !== undefined) throw new OperationError(`${user.name} signs in with ${provider.name}: OIDC_ONLY is set, and no password is taken.`)
      const directory = await directoryCompanyOf(tx, user)
      if (directory !== undefined) throw new OperationError(`${user.name} signs in to ${directory.display_name} with a Windows account (${user.username ?? ''}), whose password no link can set. The Windows administrator resets it.`)
      const purpose = user.password_hash === null ? 'activation' : 'reset'
      return issueLink({ config, clock: systemClock }, tx, user, { purpose, arrival: { ip: null, device: `by ${OPERATOR}` }, givenBy: OPERATOR })
    })
    TERMINAL.say(link)
    return true
  })
}

const code = await runCommand(TERMINAL, async () => {
  const { positionals: [email = ''] } = argumentsOf(process.argv.slice(2), { options: {}, max: 1, missing: '', usage: 'Usage: npm run link -- somebody@example.org', environment: TERMINAL.environment })
  return handOut(email)
})
// Open handles must not keep the process alive.
process.exit(code)
