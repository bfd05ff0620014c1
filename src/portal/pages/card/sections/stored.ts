/** What only a stored record shows, in one chunk. */
export { CardSummary } from '../summary/CardSummary.tsx'
export { ReadFields } from './ReadFields.tsx'
export { StoredNotices } from './StoredNotices.tsx'
