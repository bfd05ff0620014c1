/** Passwords as Argon2id hashes. */

const ARGON2ID = 2
/** Those that OWASP recommends: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash to store. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(password, PARAMETERS)
}

let decoy: Promise<string> | undefined

/** Whether the password is right. Without a hash it takes as long and is false: time does not tell who is known. */
export async function isPasswordRight(hash: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(hash ?? (await decoy), password)
  return isRight && hash !== null && hash !== undefined
}
