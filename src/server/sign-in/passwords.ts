/** Hashes passwords with Argon2id. */

const ARGON2ID = 2
/** OWASP's recommendation: 19 MiB of memory, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash to store. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(password, PARAMETERS)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password is right. Without a hash it takes equally long and returns false, so that timing does not reveal whether an account
 * exists.
 */
export async function isPasswordRight(hash: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(hash ?? (await decoy), password)
  return isRight && hash !== null && hash !== undefined
}
