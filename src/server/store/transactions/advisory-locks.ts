/**
 * The advisory locks of the database, by what only one transaction or process does at a time. The numbers are arbitrary, must differ, and
 * must stay, because servers of two versions may share a database while one replaces the other. Locks on records and keys: lock-keys.ts.
 */
export const ADVISORY_LOCKS = {
  /** Bringing the database up to date. */
  migration: 764_210_033,
  /** Creating and dropping the indexes of document types, and recomputing the values in them; held by a session. */
  typeIndexes: 764_210_034,
  /** Sealing the audit trail. */
  eventSeals: 764_210_035,
  /** Taking an employee number: the first of two keys, before the number's hash. */
  employeeNumbers: 764_210_036,
  /** Ending an administrator's rights or employment: two at once could leave nobody. */
  administrators: 764_210_038,
  /** Storing and deleting pictures, because two companies may share one. */
  images: 764_210_037,
  /** Creating and renewing the reporting views: each time, what earlier publications hide is known. */
  reportingViews: 846_202_611,
} as const
