/** Telling that the database cannot work just now from what a statement did wrong. */
import { sqlState } from './sql-state.ts'

/**
 * Classes and codes of PostgreSQL (manual, appendix A): no connection, no room (disk, memory, connections), stopped by whoever
 * runs it, an error of its disk.
 */
const OF_THE_SERVER = /^(?:08|53|57P|58)/
/** The server was asked to give up a statement: it took longer than it may. */
const GIVEN_UP = '57014'
/** It takes no changes: one that stands by for another, or that was told so. */
const READ_ONLY = '25006'
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const OF_THE_NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'EDQUOT', 'EIO'])
/** What pg and its pool say without a code. */
const OF_THE_DRIVER = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout|The connection that listens was closed)/

/** Whether the error says that the disk is full: nothing of the transaction was kept, and reading goes on. */
export function isDiskFull(error: unknown): boolean {
  return NO_ROOM.has(sqlState(error) ?? '')
}

/** Whether the error says that the database is gone, full or too busy: the same request may well succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error)
  if (code !== undefined) return OF_THE_SERVER.test(code) || code === GIVEN_UP || code === READ_ONLY || OF_THE_NETWORK.has(code)
  // Node gathers what each address of a name answered.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return error instanceof Error && OF_THE_DRIVER.test(error.message)
}
