import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { FieldIssue } from '../../../core/index.ts'
import { Icon, usePortal } from '../../sdk.ts'
import { focusProblem, type Card } from './use-card.ts'

const MOST = 8

/** What the person should know before going on: a restored draft, what a save stumbled over, a decision waiting for them, why it was rejected. */
export function CardNotices({ card }: { card: Card }) {
  return (
    <>
      <RestoredNotice card={card} />
      <Problems card={card} />
      <DecisionNotice card={card} />
    </>
  )
}

function RestoredNotice({ card }: { card: Card }) {
  if (!card.wasRestored) return null
  return (
    <Alert color="info" icon={<Icon name="history" />} withCloseButton closeButtonLabel="Hide this notice" onClose={card.dismissRestored} role="status">
      <Group gap="xs">
        <Text size="sm">What you had not saved was restored.</Text>
        <Anchor component="button" type="button" size="sm" onClick={() => void card.discardDraft()}>Discard it</Anchor>
      </Group>
    </Alert>
  )
}

/** After a save that did not go: each problem leads to its field; what was mended since leaves the list. */
function Problems({ card }: { card: Card }) {
  const { model } = card
  const open = useSyncExternalStore(
    (listener) => model.subscribe('', listener),
    () => card.summary.map((issue, index) => (isOpen(card, issue) ? index : -1)).filter((index) => index >= 0).join(),
  )
  const issues = open === '' ? [] : open.split(',').flatMap((index) => card.summary[Number(index)] ?? [])
  if (issues.length === 0) return null
  return (
    <Alert color="error" icon={<Icon name="alert-triangle" />} title={issues.length === 1 ? 'One thing needs your attention' : `${issues.length} things need your attention`} role="alert" tabIndex={-1} data-summary="">
      <List size="sm" spacing={2}>
        {issues.slice(0, MOST).map((issue, index) => (
          <List.Item key={`${issue.path}:${index}`}>
            {issue.path === '' ? issue.message : <Anchor component="button" type="button" size="sm" c="inherit" underline="always" ta="left" onClick={() => focusProblem(issue)}>{placeOf(card, issue)}: {issue.message}</Anchor>}
          </List.Item>
        ))}
        {issues.length > MOST && <List.Item>and {issues.length - MOST} more</List.Item>}
      </List>
    </Alert>
  )
}

function isOpen(card: Card, issue: FieldIssue): boolean {
  if (issue.rule === 'attachments.required') return card.files.length + card.stored.length === 0
  if (issue.path === '' || card.manifest.shape.fields[issue.path.split('.')[0] ?? ''] === undefined) return true
  return card.model.error(issue.path) !== undefined
}

function placeOf({ manifest, model }: Card, { path }: FieldIssue): string {
  const [name = '', line, inner] = path.split('.')
  const field = manifest.shape.fields[name]
  if (name === manifest.attachments?.field) return 'Attachments'
  if (inner === undefined) return field ? (model.field(name).label ?? field.title) : name
  return `Line ${Number(line) + 1}, ${(field?.line?.fields[inner] && model.field(path).label) ?? field?.line?.fields[inner]?.title ?? inner}`
}

/** The approver who opened the document here finds the way to decide it. */
function DecisionNotice({ card }: { card: Card }) {
  const { bootstrap } = usePortal()
  if (!card.allowed.includes('approve') || card.keyOf === undefined) return null
  const page = Object.values(bootstrap.pages).find((one) => one.screen === 'approval')
  if (!page) return null
  const to = page.path.replace(':type', encodeURIComponent(card.manifest.id)).replace(':key', encodeURIComponent(card.keyOf))
  return (
    <Alert color="primary" icon={<Icon name="clipboard-check" />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">This document waits for your decision.</Text>
        <Button component="a" href={to} size="xs">Review and decide</Button>
      </Group>
    </Alert>
  )
}
