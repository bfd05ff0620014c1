/** What a decision opens; fetched while the document is read. */
export { DelegateDialog } from './DelegateDialog.tsx'
export { ReasonDialog } from '../../ui/ReasonDialog.tsx'
