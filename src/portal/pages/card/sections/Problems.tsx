import { Alert, Anchor, List } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '../../../../core/index.ts'
import type { FieldIssue } from '../../../../core/index.ts'
import { Icon } from '../../../sdk.ts'
import { labelOf } from '../label-of.ts'
import { sendable } from '../pending-files.ts'
import { problemText } from '../problem-text.ts'
import type { Card } from '../use-card.ts'

const MAX_SHOWN = 8

/** The errors of a failed save, each linked to its field; corrected ones leave the list. */
export function Problems({ card }: { card: Card }) {
  const { model } = card
  const open = useSyncExternalStore(
    (listener) => model.subscribe('', listener),
    () => card.summary.map((issue, index) => (isOpen(card, issue) ? index : -1)).filter((index) => index >= 0).join(),
  )
  // A field shows one problem at a time: several of one field are the same sentence.
  const all = open === '' ? [] : open.split(',').flatMap((index) => card.summary[Number(index)] ?? [])
  const sentence = (issue: FieldIssue): string => (issue.path === '' ? issue.message : problemText(labelOf(card, issue.path), { ...issue, message: model.error(issue.path) ?? issue.message }))
  const issues = [...new Map(all.toReversed().map((issue) => [`${issue.path} ${sentence(issue)}`, issue])).values()].toReversed()
  if (issues.length === 0) return null
  return (
    <Alert color="error" icon={<Icon name="alert-triangle" />} title={t({ one: 'One thing needs your attention', other: '{count} things need your attention' }, { count: issues.length })} role="alert" tabIndex={-1} data-summary="">
      <List size="sm" spacing={2}>
        {issues.slice(0, MAX_SHOWN).map((issue, index) => (
          <List.Item key={`${issue.path}:${index}`}>
            {issue.path === '' ? issue.message : <Anchor component="button" type="button" size="sm" c="inherit" underline="always" ta="left" style={{ verticalAlign: 'top' }} onClick={() => card.goTo(issue)}>{sentence(issue)}</Anchor>}
          </List.Item>
        ))}
        {issues.length > MAX_SHOWN && <List.Item>{t('and {count} more', { count: issues.length - MAX_SHOWN })}</List.Item>}
      </List>
    </Alert>
  )
}

function isOpen(card: Card, issue: FieldIssue): boolean {
  if (issue.rule === 'attachments.required') return sendable(card.files).length + card.stored.length === 0
  if (issue.path.startsWith(`${card.manifest.attachments?.field ?? ''}.`)) return card.files.some((file) => file.refused === issue.message)
  if (issue.path === '' || card.manifest.shape.fields[issue.path.split('.')[0] ?? ''] === undefined) return true
  return card.model.error(issue.path) !== undefined
}
