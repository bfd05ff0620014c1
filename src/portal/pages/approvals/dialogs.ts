/** What opens over the queue on a click or a key; fetched while the queue is read. */
export { BulkDialog } from './BulkDialog.tsx'
export { KeysDialog } from '../../ui/KeysDialog.tsx'
export { RejectDialog } from './RejectDialog.tsx'
