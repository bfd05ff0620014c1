import { t } from '../../../core/index.ts'
import type { UserRow } from '../../../contract/index.ts'
import type { UserActions } from './use-user-actions.ts'

export type RowActions = UserActions & { onEdit: (user: UserRow) => void }

export interface UserButton { id: string; label: string; icon: string; run: () => void; isDanger: boolean; isBusy: boolean }

/** The buttons for the actions that are allowed on the user. */
export function userButtons(user: UserRow, { busy, ...on }: RowActions): UserButton[] {
  const may = (action: UserRow['_actions'][number]) => user._actions.includes(action)
  const buttons = [
    may('update') && { id: 'edit', label: t('Edit'), icon: 'pencil', run: () => on.onEdit(user) },
    may('unlock') && { id: 'unlock', label: t('Unlock'), icon: 'lock-open', run: () => void on.onUnlock(user) },
    may('sendLink') && { id: 'reset', label: t('Reset password'), icon: 'mail', run: () => void on.onReset(user) },
    may('removeAuthenticators') && { id: 'authenticators', label: t('Remove authenticators'), icon: 'lock-open', run: () => void on.onRemoveAuthenticators(user) },
    may('reassign') && user.open_approvals > 0
      && { id: 'reassign', label: t('Hand over approvals'), icon: 'user-share', run: () => on.onReassign(user) },
    may('restore') && { id: 'restore', label: t('Restore'), icon: 'arrow-back', run: () => void on.onRestore(user) },
    may('delete') && { id: 'delete', label: t('Delete'), icon: 'trash', run: () => void on.onDelete(user) },
  ].filter((button) => button !== false)
  return buttons.map((button) => ({ ...button, isDanger: button.id === 'delete', isBusy: busy === `${button.id}:${user.id}` }))
}
