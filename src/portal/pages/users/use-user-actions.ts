import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { MAX_USER_REASON_LENGTH } from '../../../contract/index.ts'
import type { Answer, UserRow } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { deleteUser, removeAuthenticators, restoreUser, sendActivationLink, unlockUser, usersKey } from '../../api/users.ts'
import { confirmed } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'

export interface UserActions {
  onDelete: (user: UserRow) => Promise<void>
  onReset: (user: UserRow) => Promise<void>
  onRestore: (user: UserRow) => Promise<void>
  onUnlock: (user: UserRow) => Promise<void>
  onRemoveAuthenticators: (user: UserRow) => Promise<void>
  onReassign: (user: UserRow) => void
  /** `<action>:<user>` while the action runs. */
  busy: string | null
}

/** "Delete" deactivates the account; the text says so, because nothing is lost. */
const DELETES = t('Are you sure you want to delete this user? The account is deactivated: they are signed out and cannot sign in again, until somebody restores it from the list of deactivated users.')

/** The actions behind a row's buttons; each reports its outcome and refreshes the list. */
export function useUserActions({ onReassign, onLink }: { onReassign: (user: UserRow, thenDeletes: boolean) => void; onLink: (user: UserRow, link: string, message: string) => void }): UserActions {
  const client = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)

  const run = async <T>(name: string, user: UserRow, act: () => Promise<Answer<T>>, report: (answer: Answer<T>) => void = ({ message }) => toast.success(message)): Promise<void> => {
    setBusy(`${name}:${user.id}`)
    try {
      report(await act())
    } catch (error) {
      toast.warning(messageOf(error))
    } finally {
      setBusy(null)
      await client.invalidateQueries({ queryKey: usersKey })
    }
  }
  const remove = async (user: UserRow): Promise<void> => {
    // The server would refuse: open approvals must be reassigned first.
    if (user.open_approvals > 0) return onReassign(user, true)
    if (user.open_approvals_elsewhere > 0) {
      toast.warning(t({
        one: '{count} approval request waits for {name} in another company. Switch to that company and reassign it there first.',
        other: '{count} approval requests wait for {name} in another company. Switch to that company and reassign them there first.',
      }, { count: user.open_approvals_elsewhere, name: user.name }))
      return
    }
    const answer = await confirmed({
      title: t('Delete {name}', { name: user.name }), text: DELETES, input: true, label: t('Reason'), maxLength: MAX_USER_REASON_LENGTH, tone: 'danger', acceptLabel: t('Delete'), rejectLabel: t('Keep'),
    })
    if (answer) await run('delete', user, () => deleteUser(user.id, { reason: answer.text.trim(), _rev: user._rev }))
  }
  const removeAll = async (user: UserRow): Promise<void> => {
    const answer = await confirmed({
      title: t('Remove the authenticators of {name}', { name: user.name }), acceptLabel: t('Remove'), rejectLabel: t('Keep'), tone: 'danger',
      text: t('Only for somebody who has lost their phone and recovery codes. Make sure it really is {name} who asks: until they set up another, their password alone signs them in. They are signed out everywhere and told by e-mail.', { name: user.name }),
    })
    if (answer) await run('authenticators', user, () => removeAuthenticators(user.id, user._rev))
  }
  return {
    busy,
    onRemoveAuthenticators: removeAll,
    onDelete: remove,
    onReset: (user) => run('reset', user, () => sendActivationLink(user.email), ({ data, message }) => { if (data) onLink(user, data.link, message); else toast.success(message) }),
    onRestore: (user) => run('restore', user, () => restoreUser(user.id, user._rev)),
    onUnlock: (user) => run('unlock', user, () => unlockUser(user.id)),
    onReassign: (user) => onReassign(user, false),
  }
}
