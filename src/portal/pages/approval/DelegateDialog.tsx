import { Button, Group, Modal, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientManifest } from '../../../contract/index.ts'
import { MAX_REASON_LENGTH, reasonIssue, wireName, t } from '../../../core/index.ts'
import { manifestQuery, optionsQuery, usePortal } from '../../sdk.ts'
import { keepInput, useKeptText } from '../../ui/kept-input.ts'
import { SubmitHint } from '../../ui/SubmitHint.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { useListBelow } from '../../widgets/use-list-below.ts'
import { usePaused } from '../../ui/pause.ts'

interface DelegateDialogProps {
  title: string
  documentType: string
  documentNo: string
  manifest: ClientManifest
  isBusy: boolean
  onSubmit: (to: string, comment: string) => Promise<string | undefined>
  onClose: () => void
}

/** Asks to whom the decision is delegated. */
export function DelegateDialog({ title, documentType, documentNo, manifest, isBusy, onSubmit, onClose }: DelegateDialogProps) {
  const { actor, bootstrap } = usePortal()
  const ref = manifest.actions['delegate']?.input?.fields['to']?.ref
  const [search, setSearch] = useState('')
  const asked = usePaused(search, 250)
  const [to, setTo] = useState<string | null>(null)
  const question = `delegate ${documentType} ${documentNo}`
  const [comment, setComment] = useKeptText(question)
  const [error, setError] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const people = useQuery({ ...optionsQuery(ref?.to ?? '', { limit: 100, ...(asked && !asked.includes(' – ') ? { search: asked } : {}) }), enabled: ref !== undefined && bootstrap.types[ref.to] !== undefined })
  const referred = useQuery({ ...manifestQuery(bootstrap.types[ref?.to ?? '']?.manifest ?? ''), enabled: ref !== undefined && bootstrap.types[ref.to] !== undefined })
  const keyField = referred.data ? wireName(referred.data.shape, referred.data.key) : ''
  const data = (people.data?.data ?? []).flatMap((row) => {
    const number = row[keyField]
    const name = ref ? row[ref.label] : undefined
    return typeof number === 'string' && number !== actor.employee ? [{ value: number, label: typeof name === 'string' && name !== '' ? `${number} – ${name}` : number }] : []
  })
  const below = useListBelow()
  const submit = async (): Promise<void> => {
    if (!to) return setError(t('Choose who should decide instead.'))
    const issue = reasonIssue(manifest, 'delegate', documentNo, comment)
    setWrong(issue?.message)
    if (issue !== undefined) return
    const refusal = await onSubmit(to, comment.trim())
    setError(refusal)
    if (refusal === undefined) keepInput(question, undefined)
  }
  return (
    <Modal opened onClose={onClose} title={title} centered size={440} closeButtonProps={{ 'aria-label': t('Close') }}>
      <SubmitForm onSubmit={submit}>
        <Select
          comboboxProps={below} label={t('Delegate to')} required data-autofocus searchable data={data} value={to} error={error} placeholder={t('Search for a colleague…')}
          filter={({ options }) => options} onSearchChange={setSearch}
          nothingFoundMessage={nothingFound(people)}
          onChange={(next) => {
            setTo(next)
            setError(undefined)
          }}
        />
        <Textarea
          label={t('Comment')} autosize minRows={2} maxRows={6} maxLength={MAX_REASON_LENGTH} value={comment} error={wrong}
          onChange={(event) => {
            setComment(event.currentTarget.value)
            setWrong(undefined)
          }}
        />
        <Group justify="flex-end" gap="sm">
          <SubmitHint />
          <Button variant="default" onClick={onClose} disabled={isBusy}>{t('Cancel')}</Button>
          <Button type="submit" loading={isBusy}>{title}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}

function nothingFound({ isFetching, isError }: { isFetching: boolean; isError: boolean }): string {
  if (isFetching) return t('Searching…')
  return isError ? t('The list could not be loaded.') : t('Nobody found')
}
