import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Due, EntryBox, Delegator, Summary, titleOf, EntryStatus } from './EntryParts.tsx'
import { entryPath, type EntryTarget } from './entries.ts'
import type { Selection } from './use-selection.ts'
import classes from './ApprovalsPage.module.css'

/** Entries on a phone, each as a card. */
export function EntryCards({ entries, target, selection }: { entries: ApprovalEntry[]; /** To their own records, the approver is shown instead of the sender. */ target: EntryTarget; selection: Selection }) {
  const { today, bootstrap } = usePortal()
  return (
    <ul className={classes.cards}>
      {entries.map((entry) => (
        <li key={entry.entryNo} className={classes.card} data-entry={entry.entryNo}>
          <div className={classes.cardHead}>
            {selection.isOffered && <span className={classes.box}><EntryBox entry={entry} selection={selection} /></span>}
            <Link to={entryPath(bootstrap.pages, entry, target)} className={classes.cardLink ?? ''}>{entry.documentNo}</Link>
            <span className={classes.spacer} />
            <EntryStatus entry={entry} />
          </div>
          <div className={classes.muted}>{titleOf(entry)} · {target === 'record' ? t('with {approver}', { approver: entry.approverName }) : entry.senderName}</div>
          <Delegator entry={entry} />
          <Summary entry={entry} due={<Due entry={entry} today={today} />} />
        </li>
      ))}
    </ul>
  )
}
