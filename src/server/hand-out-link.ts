/**
 * `npm run link -- somebody@example.org`: a link to set a password, for whoever looks after the server to hand on. It is the way
 * back in for administrators and approvers where no mail server is set; the sign-in log names the operator with it.
 */
import { systemClock } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'
import { findRoot } from './find-root.ts'
import { handOutLink } from './sign-in/links.ts'
import { soleProviderOf } from './sign-in/oidc/provider-of.ts'
import { OPERATOR } from './store/account-history.ts'
import { createDatabase } from './store/database.ts'
import { DirectoryInUseError } from './store/directory-lock.ts'
import { findUserByEmail } from './store/users.ts'

/** Why it cannot be done, for a person. */
class Unable extends Error {}

async function handOut(email: string): Promise<string> {
  const config = readConfig(process.env, { root: findRoot() })
  const database = await createDatabase({ dataDir: config.dataDir, ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }) })
  try {
    return await database.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (user === undefined) throw new Unable(`Nobody has the e-mail ${email}.`)
      if (!user.active) throw new Unable(`${user.name} is deactivated. Restore the account first.`)
      const provider = soleProviderOf(config, user)
      if (provider !== undefined) throw new Unable(`${user.name} signs in with ${provider.name}: OIDC_ONLY is set, and no password is taken.`)
      const purpose = user.password_hash === null ? 'activation' : 'reset'
      return handOutLink({ config, clock: systemClock }, tx, user, { purpose, arrival: { ip: null, device: `by ${OPERATOR}` }, givenBy: OPERATOR })
    })
  } finally {
    await database.close()
  }
}

const [email] = process.argv.slice(2)
try {
  if (email === undefined) throw new Unable('Say for whom: npm run link -- somebody@example.org')
  process.stdout.write(`${await handOut(email)}\n`)
} catch (error) {
  const isExpected = error instanceof Unable || error instanceof ConfigError || error instanceof DirectoryInUseError
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
  process.exitCode = 1
}
