/** Verifies a user name and password against a company's directory (LDAP, Active Directory). */
import { readFileSync } from 'node:fs'
import type { Client as LdapClient } from 'ldapts'
import type { DirectoryConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../services.ts'
import { watchAnswers } from './directory-answers.ts'

const TIMEOUT_MS = 8_000
/** Allowed `{username}` outside a distinguished name, as in name@domain. */
const PLAIN_NAME = /^[\p{L}\p{N}._-]{1,100}$/u

/** Whether the directory accepts the name and password. @throws AppError directory-unavailable if it cannot be reached */
export async function isDirectoryPasswordRight(directory: DirectoryConfig, username: string, password: string, log: Log): Promise<boolean> {
  // A bind without a password is anonymous, and servers accept it.
  if (password === '' || username === '') return false
  const { Client, InvalidCredentialsError } = await import('ldapts')
  const tlsOptions = directory.caFile === undefined ? {} : { ca: [readFileSync(directory.caFile)] }
  const isLdaps = directory.url.startsWith('ldaps:')
  const client = new Client({ url: directory.url, timeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS, ...(isLdaps && { tlsOptions }) })
  try {
    const { tooMuch, requireNothingLeft } = watchAnswers(client)
    const asked = async (): Promise<boolean> => {
      if (!isLdaps && directory.startTls) {
        await client.startTLS({ ...tlsOptions, servername: new URL(directory.url).hostname })
        requireNothingLeft()
      }
      return isAccepted(client, directory, username, password)
    }
    return await Promise.race([asked(), tooMuch])
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false
    // What a directory answers may quote the request, with the password in it.
    const isAnswer = error instanceof Error && typeof (error as { code?: unknown }).code === 'number'
    log.error({ ...(isAnswer ? { result: (error as { code?: unknown }).code } : { err: error }), directory: new URL(directory.url).host }, 'the directory could not be asked')
    throw new AppError('directory-unavailable')
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

async function isAccepted(client: LdapClient, directory: DirectoryConfig, username: string, password: string): Promise<boolean> {
  const name = await bindName(client, directory, username)
  // A bind without a name is anonymous, whatever the password (RFC 4513, 5.1.1).
  if (name === undefined || name.trim() === '') return false
  await client.bind(name, password)
  return true
}

/** The name to bind with: built from the pattern, or found by a search; undefined if the user is not found. */
async function bindName(client: LdapClient, { bind, search }: DirectoryConfig, username: string): Promise<string | undefined> {
  if (search !== undefined) return foundName(client, search, username)
  const isDistinguished = bind.includes('=')
  if (!isDistinguished && !PLAIN_NAME.test(username)) return undefined
  return bind.replaceAll('{username}', isDistinguished ? escapeDn(username) : username)
}

async function foundName(client: LdapClient, search: NonNullable<DirectoryConfig['search']>, username: string): Promise<string | undefined> {
  try {
    if (search.dn !== undefined) await client.bind(search.dn, search.password ?? '')
    const { searchEntries } = await client.search(search.base, { scope: 'sub', filter: search.filter.replaceAll('{username}', escapeFilter(username)), attributes: ['1.1'], sizeLimit: 2, timeLimit: TIMEOUT_MS / 1000 })
    // If two people have the same name, neither is accepted, because it is ambiguous. Of an answer that the directory cut off at one entry,
    // nobody knows whether there is another.
    return searchEntries.length === 1 ? searchEntries[0]?.dn : undefined
  } catch (error) {
    // Any failure here is a configuration problem, not a wrong password: the person's password has not been checked yet.
    throw new Error('The directory refused the search for the person.', { cause: error })
  }
}

/** Escapes a value for use in a distinguished name (RFC 4514): special characters are written as hexadecimal. */
export function escapeDn(value: string): string {
  return value.replace(/[,+"\\<>;=#\0]|^ | $/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Escapes a value for use in a search filter (RFC 4515). */
export function escapeFilter(value: string): string {
  return value.replace(/[*()\\\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
