import { ActionIcon, Alert, Anchor, Button, FileButton, Stack, Text } from '@mantine/core'
import { lazy, useRef, useState, type DragEvent } from 'react'
import { flushSync } from 'react-dom'
import { confirmed, formatBytes, Icon, type AttachmentRow } from '../../../sdk.ts'
import { kindsText, t } from '../../../../core/index.ts'
import type { PendingFile } from '../../../drafts/draft-store.ts'
import classes from '../Card.module.css'
import { sendable, withFiles } from '../pending-files.ts'
import type { Card } from '../use-card.ts'
import { acceptedBy, refusalOf } from './attachment-checks.ts'
import { fetchPictureCode, fitFile, makingSmaller, mustBeFitted, sizeText } from '../../../ui/file/fitting-file.ts'
import type { Previewed } from '../../../ui/file/FileContents.tsx'
import { useFetchWhenIdle } from '../../../ui/fetched.tsx'
import { LazyBoundary } from '../../../ui/LazyBoundary.tsx'
import { Tip } from '../../../ui/Tip.tsx'

const FilePreview = lazy(() => import('./FilePreview.tsx').then((module) => ({ default: module.FilePreview })))

/** A document's attachments: drop, choose, photograph, preview and remove files. */
export function AttachmentsSection({ card }: { card: Card }) {
  const { manifest, files, setFiles, stored } = card
  const limits = manifest.attachments
  const canEdit = card.canEdit && card.isOpen(limits?.field ?? '')
  const [isOver, setOver] = useState(false)
  const [isAll, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const [making, setMaking] = useState<File[]>([])
  const [shown, setShown] = useState<Previewed>()
  useFetchWhenIdle(fetchPictureCode)
  if (!limits) return null
  const attached = stored.length + sendable(files).length

  const refuse = (file: File, problem: ReturnType<typeof refusalOf>): void => {
    if (!problem) return
    const message = card.compiled.message(problem.key, problem.values)
    const named = message.includes(file.name) ? message : `${file.name}: ${message}`
    setRefused((before) => [...new Set([...before, named])])
  }
  const attach = (chosen: File[], was?: number): void => {
    const fit: PendingFile[] = []
    // Others may have arrived while a picture was made smaller.
    const { files: present } = card.store.state()
    for (const file of chosen) {
      const problem = refusalOf(limits, file, stored.length + sendable(present).length + fit.length)
      if (problem) refuse(file, problem)
      else fit.push({ id: `${Date.now()}-${present.length + fit.length}`, file, fileName: file.name, mediaType: file.type, size: file.size, ...(was === undefined ? {} : { was }) })
    }
    if (fit.length > 0) setFiles(withFiles(present, fit))
  }
  const add = (chosen: File[]): void => {
    setRefused([])
    const isTooLarge = (file: File): boolean => mustBeFitted(limits, file)
    attach(chosen.filter((file) => !isTooLarge(file)))
    const tooLarge = chosen.filter(isTooLarge)
    setMaking((before) => [...before, ...tooLarge])
    for (const chosenFile of tooLarge) {
      void fitFile(limits, chosenFile, ({ file, was }) => {
        setMaking((before) => before.filter((one) => one !== chosenFile))
        attach([file], was)
      })
    }
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  const removeStored = async (row: AttachmentRow): Promise<void> => {
    if (await confirmed({ title: row.fileName, text: card.compiled.message('attachments.confirm', {}), tone: 'danger', acceptLabel: t('Remove'), rejectLabel: t('Keep it') })) await card.removeStored(row)
  }
  const removePending = async (id: string, name: string): Promise<void> => {
    if (await confirmed({ title: name, text: card.compiled.message('attachments.confirm', {}), tone: 'danger', acceptLabel: t('Remove'), rejectLabel: t('Keep it') })) setFiles(files.filter((file) => file.id !== id))
  }

  const accept = acceptedBy(limits)
  // A refused or newly chosen file must be visible.
  const max = isAll || files.length + making.length > 0 ? Infinity : FILES_SHOWN
  const folded = Math.max(0, stored.length - max)
  const unfold = (): void => {
    // The button disappears, so the focus moves to the first file that was folded.
    flushSync(() => setAll(true))
    list.current?.children[FILES_SHOWN]?.querySelector('button')?.focus()
  }
  const missing = card.summary.find((issue) => issue.rule === 'attachments.required')
  return (
    <Stack gap="sm">
      {canEdit && (
        <div
          className={classes.drop} data-over={isOver || undefined} data-path={limits.field} tabIndex={-1}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <FileButton onChange={(file) => file && add([file])} accept="image/*" capture="environment" inputProps={{ 'aria-label': t('Take a photo') }}>
            {(props) => <Button {...props} hiddenFrom="sm" variant="default" leftSection={<Icon name="camera" size={17} />}>{t('Take a photo')}</Button>}
          </FileButton>
          <FileButton onChange={add} accept={accept} multiple inputProps={{ 'aria-label': t('Attach files') }}>
            {(props) => <Button {...props} variant="default" leftSection={<Icon name="paperclip" size={17} />}>{t('Choose files')}</Button>}
          </FileButton>
          <Text size="sm" c="dimmed"><Text span inherit visibleFrom="sm">{t('or drop them here')} · </Text>{t('{kinds}, less than {limit} each', { kinds: kindsText(limits.types), limit: formatBytes(limits.maxBytes) })}</Text>
        </div>
      )}
      {(refused.length > 0 || (missing && attached === 0)) && (
        <Alert color="error" role="alert" py="xs">{[...refused, ...(missing && attached === 0 ? [missing.message] : [])].map((problem) => <Text key={problem} inherit>{problem}</Text>)}</Alert>
      )}
      {stored.length + files.length === 0 && !canEdit && <Text size="sm" c="dimmed">{t('No attachments.')}</Text>}
      {stored.length + files.length + making.length > 0 && (
        <ul ref={list} className={classes.files}>
          {stored.slice(0, max).map((row) => (
            <FileRow key={row.id} name={row.fileName} note={formatBytes(row.size)} onOpen={() => setShown({ name: row.fileName, mediaType: row.mediaType, path: row.attachment })} {...(canEdit ? { onRemove: () => void removeStored(row) } : {})} />
          ))}
          {files.map((file) => (
            <FileRow key={file.id} name={file.fileName} note={`${sizeText(file)}\u00A0· ${noteOn(file, card.busy !== undefined)}`} isNews={file.was !== undefined} {...(file.refused === undefined ? {} : { refusal: file.refused, path: `${limits.field}.${file.id}` })} onOpen={() => setShown({ name: file.fileName, mediaType: file.mediaType, blob: file.file })} onRemove={() => void removePending(file.id, file.fileName)} />
          ))}
          {making.map((file, at) => <FileRow key={`${file.name} ${at}`} name={file.name} note={makingSmaller()} isNews />)}
          {folded > 0 && <li className={classes.more}><Button variant="subtle" size="sm" onClick={unfold}>{t('+{count} File(s)', { count: folded })}</Button></li>}
        </ul>
      )}
      {shown && <LazyBoundary><FilePreview file={shown} onClose={() => setShown(undefined)} /></LazyBoundary>}
    </Stack>
  )
}

/** The number of files listed before the rest is folded. */
const FILES_SHOWN = 2

function noteOn(file: PendingFile, isSending: boolean): string {
  if (file.refused !== undefined) return t('not attached')
  return isSending ? t('sending…') : t('sent when you save')
}

interface FileRowProps { name: string; note: string; /** Whether the note is announced to screen readers. */ isNews?: boolean; /** The server's message about a refused file, and the path by which the error's link finds the row. */ refusal?: string; path?: string; /** Absent while there is nothing to open yet. */ onOpen?: () => void; onRemove?: () => void }

function FileRow({ name, note, isNews = false, refusal, path, onOpen, onRemove }: FileRowProps) {
  return (
    <li className={classes.file} data-refused={refusal === undefined ? undefined : ''} {...(path === undefined ? {} : { 'data-path': path, tabIndex: -1 })}>
      <Icon name={refusal === undefined ? 'file-text' : 'alert-triangle'} size={20} />
      <div className={classes.fileName}>
        {onOpen ? <Anchor component="button" type="button" size="sm" fw={550} onClick={onOpen} title={name} aria-label={t('Preview {name}', { name })}>{name}</Anchor> : <Text span size="sm" fw={550} title={name}>{name}</Text>}
        <Text size="xs" c="dimmed" {...(isNews ? { role: 'status' } : {})}>{note}</Text>
        {refusal !== undefined && <Text size="xs" c="var(--mantine-color-error)" className={classes.refusal ?? ''}>{refusal}</Text>}
      </div>
      {onRemove && (
        <Tip label={t('Remove {name}', { name })}>
          <ActionIcon variant="subtle" color="error" size={36} aria-label={t('Remove {name}', { name })} onClick={onRemove}><Icon name="trash" size={17} /></ActionIcon>
        </Tip>
      )}
    </li>
  )
}
