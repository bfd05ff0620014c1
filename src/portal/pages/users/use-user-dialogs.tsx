import { useState } from 'react'
import type { ReactNode } from 'react'
import type { UserRow } from '../../../contract/index.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { ReassignDialog } from './ReassignDialog.tsx'
import { useUserActions } from './use-user-actions.ts'
import { UserDialog } from './UserDialog.tsx'
import type { RowActions } from './user-buttons.ts'

/** The open dialog: a user's details (null for a new user), the reassignment of open approvals, or a link to hand over. */
type Open = { dialog: 'details'; user: UserRow | null } | { dialog: 'reassign'; user: UserRow; thenDeletes: boolean } | { dialog: 'link'; user: UserRow; link: string; message: string }

/** The actions on users, with their dialogs for the screen to render. */
export function useUserDialogs(): { actions: RowActions; onNew: () => void; dialogs: ReactNode } {
  const [open, setOpen] = useState<Open | null>(null)
  const actions = useUserActions({
    onReassign: (user, thenDeletes) => setOpen({ dialog: 'reassign', user, thenDeletes }),
    onLink: (user, link, message) => setOpen({ dialog: 'link', user, link, message }),
  })
  const close = () => setOpen(null)
  return {
    actions: { ...actions, onEdit: (user) => setOpen({ dialog: 'details', user }) },
    onNew: () => setOpen({ dialog: 'details', user: null }),
    dialogs: (
      <>
        {open?.dialog === 'details' && <UserDialog user={open.user} onClose={close} />}
        {open?.dialog === 'link' && <LinkDialog user={open.user} link={open.link} message={open.message} onClose={close} />}
        {open?.dialog === 'reassign' && (
          <ReassignDialog user={open.user} onClose={close} onMoved={(user) => open.thenDeletes && void actions.onDelete(user)} />
        )}
      </>
    ),
  }
}
