import { Button, Group, Modal, Select, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_USER_REASON_LENGTH } from '../../../contract/index.ts'
import type { UserRow } from '../../../contract/index.ts'
import { isBlank, t } from '../../../core/index.ts'
import { colleaguesQuery, reassignApprovals, usersKey } from '../../api/users.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { toast } from '../../ui/toasts.ts'
import { fieldProblem, showFailure } from '../../ui/form-failures.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { usePaused } from '../../ui/pause.ts'

interface ReassignDialogProps { user: UserRow; onClose: () => void; /** Called with the updated user, who has no open approvals left. */ onMoved: (user: UserRow) => void }

/** Reassigns a user's open approvals to a colleague. */
export function ReassignDialog({ user, onClose, onMoved }: ReassignDialogProps) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(user.open_approvals)
  const [to, setTo] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const asked = usePaused(text, 250)
  const colleagues = useQuery(colleaguesQuery(asked))
  const move = useMutation({
    mutationFn: (number: string) => reassignApprovals(user.id, { to: number, ...(isBlank(reason) ? {} : { reason: reason.trim() }) }),
    onSuccess: async ({ data: { left }, message }) => {
      if (left === 0) toast.success(message)
      else toast.warning(message)
      setWaiting(left)
      await client.invalidateQueries({ queryKey: usersKey })
      if (left > 0) return
      onClose()
      onMoved({ ...user, open_approvals: 0 })
    },
    onError: showFailure,
  })
  const offered = (colleagues.data ?? []).flatMap((one) => (one.employee === null || one.id === user.id ? [] : [{ value: one.employee, label: `${one.name} (${one.employee})` }]))
  const submit = () => {
    setTried(true)
    if (to !== null) move.mutate(to)
  }
  return (
    <Modal opened onClose={onClose} title={t('Hand over approvals')}>
      <SubmitForm onSubmit={submit}>
        <Refusal error={move.error} />
        <Text size="sm" role="status">{t({ one: '{count} approval request waits for {name}. Choose who decides on it instead.', other: '{count} approval requests wait for {name}. Choose who decides on them instead.' }, { count: waiting, name: user.name })}</Text>
        <Select
          label={t('Colleague')} required searchable data-autofocus placeholder={t('Name or employee number')} data={offered} value={to} onChange={setTo} searchValue={text} onSearchChange={setText}
          filter={({ options }) => options} nothingFoundMessage={colleagues.isFetching ? t('Searching…') : t('Nobody of that name')} error={(isTried && to === null && t('Required.')) || fieldProblem(move.error, 'to')}
        />
        <Textarea label={t('Reason')} autosize minRows={2} maxLength={MAX_USER_REASON_LENGTH} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" loading={move.isPending}>{t('Hand over')}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}
