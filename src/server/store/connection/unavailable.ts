/** Recognises from a statement's error that the database is currently unavailable. */
import { sqlState } from '../sql/sql-state.ts'

/**
 * Error classes and codes of PostgreSQL (manual, appendix A): no connection, insufficient resources (disk, memory, connections), operator
 * shutdown, disk I/O error.
 */
const OF_THE_SERVER = /^(?:08|53|57P|58)/
/** The statement was cancelled because it exceeded its timeout. */
const GIVEN_UP = '57014'
/** Read-only: the server is a standby, or was configured so. */
const READ_ONLY = '25006'
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const OF_THE_NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'EDQUOT', 'EIO'])
/** Messages of pg and its pool that carry no code. */
const OF_THE_DRIVER = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout|The connection that listens was closed)/

/** Whether the error means that the disk is full: nothing of the transaction was stored, and reading still works. */
export function isDiskFull(error: unknown): boolean {
  return NO_ROOM.has(sqlState(error) ?? '')
}

/** Whether the error means that the database is gone, full or too busy: the same request may well succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error)
  if (code !== undefined) return OF_THE_SERVER.test(code) || code === GIVEN_UP || code === READ_ONLY || OF_THE_NETWORK.has(code)
  // Node aggregates the errors of all addresses of a host name.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return error instanceof Error && OF_THE_DRIVER.test(error.message)
}
