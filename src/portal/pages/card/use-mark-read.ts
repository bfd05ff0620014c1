import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markRead, unreadQuery } from '../../api/notifications.ts'

/** Marks the notifications about the document as read as soon as it is shown. */
export function useMarkRead(type: string, key: string | undefined, isShown: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (key === undefined || !isShown) return
    // Most documents are opened with no unread notifications; no call is made then. A server without notifications has nothing to mark.
    void client.ensureQueryData(unreadQuery()).then((unread) => (unread > 0 ? markRead(client, { documentType: type, documentNo: key }) : undefined)).catch(() => undefined)
  }, [client, type, key, isShown])
}
