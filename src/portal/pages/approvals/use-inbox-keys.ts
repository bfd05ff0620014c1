import { useEffect, type RefObject } from 'react'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import type { KeyHelp } from '../../ui/KeysDialog.tsx'
import { isTyping } from '../../ui/is-typing.ts'

interface InboxKeys { select: (entry: ApprovalEntry) => void; approve: (entry: ApprovalEntry) => void; reject: (entry: ApprovalEntry) => void }

/** What the keys do, as the dialog that lists them says it. */
export const INBOX_KEYS: KeyHelp[] = [
  { keys: ['j'], does: t('next document') }, { keys: ['k'], does: t('previous document') }, { keys: ['a'], does: t('approve it, or those selected') }, { keys: ['r'], does: t('reject it, with a reason') },
  { keys: ['x'], does: t('select it') }, { keys: [t('Enter')], does: t('open it') }, { keys: ['?'], does: t('this list') },
]

/**
 * j and k move through the rows, x selects, a approves and r rejects the row in focus, or `current` if none has it: the document that the
 * user came to last. They do nothing while the user types, or in a dialog or menu.
 */
export function useInboxKeys(list: RefObject<HTMLElement | null>, entries: ApprovalEntry[], current: ApprovalEntry | undefined, isOn: boolean, keys: InboxKeys): void {
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
      const focused = rows.findIndex((row) => row.contains(document.activeElement))
      const at = focused >= 0 ? focused : rows.findIndex((row) => row.dataset['entry'] === String(current?.entryNo))
      if (event.key === 'j' || event.key === 'k') {
        event.preventDefault()
        const next = at < 0 ? rows[0] : rows[at + (event.key === 'j' ? 1 : -1)]
        next?.focus()
        return next?.scrollIntoView({ block: 'nearest' })
      }
      const entry = entries.find((one) => String(one.entryNo) === rows[at]?.dataset['entry'])
      const act = { x: keys.select, a: keys.approve, r: keys.reject }[event.key]
      if (entry === undefined || act === undefined) return
      event.preventDefault()
      act(entry)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
