import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../../core/index.ts'
import type { ApprovalEntry, WaitingChange } from '../../../../contract/index.ts'
import { fieldText } from '../../../form/use-field-text.ts'
import { cardPath, decisionPath, formatDate, Icon, usePortal } from '../../../sdk.ts'
import { entriesOf } from '../../../ui/record/approval-entries.ts'
import { fieldAt } from '../environment-of.ts'
import { labelOf } from '../label-of.ts'
import type { Card } from '../use-card.ts'

/** Notices on a stored record: conflicting changes, a decision that waits for the user, a rejection, changes that wait for a second person. */
export function StoredNotices({ card }: { card: Card }) {
  return (
    <>
      <ClashNotice card={card} />
      <DecisionNotice card={card} />
      <RejectionNotice card={card} />
      <WaitingNotice card={card} />
    </>
  )
}

/** Fields that another user changed meanwhile too. */
function ClashNotice({ card }: { card: Card }) {
  const notice = useRef<HTMLDivElement>(null)
  const count = card.clashes.length
  // It comes when the page is at its end, where the buttons are.
  useEffect(() => { notice.current?.scrollIntoView({ block: 'center' }) }, [count])
  if (count === 0) return null
  return (
    <Alert ref={notice} color="warning" icon={<Icon name="users" />} title={t('The same fields were changed elsewhere')} withCloseButton closeButtonLabel={t('Hide this notice')} onClose={card.dismissClashes} role="status">
      <Text size="sm" mb={4}>{t('Your values are shown. Saving replaces these:')}</Text>
      <List size="sm" spacing={2}>
        {card.clashes.map(({ path, theirs }) => (
          <List.Item key={path}>{placeOf(card, path)}: {fieldText(fieldAt(card.manifest.shape.fields, path), theirs, card.references) || t('emptied')}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function placeOf(card: Card, path: string): string {
  const [, line, inner] = path.split('.')
  return inner === undefined ? labelOf(card, path) : t('Line {number}, {label}', { number: Number(line) + 1, label: labelOf(card, path) })
}

/** Leads an approver who opened the document here to the decision screen. */
function DecisionNotice({ card }: { card: Card }) {
  const { bootstrap } = usePortal()
  if (!card.allowed.includes('approve') || card.keyOf === undefined) return null
  const to = decisionPath(bootstrap.pages, card.manifest.id, card.keyOf)
  if (to === undefined) return null
  return (
    <Alert color="primary" icon={<Icon name="clipboard-check" />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('This document is waiting for your decision.')}</Text>
        <Button component={Link} to={to} size="xs">{t('Review and decide')}</Button>
      </Group>
    </Alert>
  )
}

/** Requested changes that wait for a second person. */
function WaitingNotice({ card }: { card: Card }) {
  const { bootstrap } = usePortal()
  const waiting = (card.record?.['_requests'] ?? []) as unknown as WaitingChange[]
  if (waiting.length === 0) return null
  return (
    <Alert color="info" icon={<Icon name="user-check" />} title={t('Waiting for a second person')} role="status">
      <List size="sm" spacing={4}>
        {waiting.map(({ type, no, kind, changes }) => (
          <List.Item key={no}>
            <Anchor component={Link} to={cardPath(bootstrap.pages, type, no)} size="sm" c="inherit" underline="always">{no}</Anchor>
            {' '}{kind === 'Change' ? changes.map(({ title, from, to }) => t('{title}: {from} to {to}', { title, from: from || t('empty'), to: to || t('empty') })).join('; ') : kind}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Why the last round ended, as long as the document can be corrected or reopened. */
function RejectionNotice({ card }: { card: Card }) {
  const rejected = rejectionOf(entriesOf(card.record))
  if (!rejected || card.buttons.length === 0) return null
  const reason = rejected.approvalComments?.map(({ comment }) => comment).filter(Boolean).at(-1)
  return (
    <Alert color="warning" icon={<Icon name="info-circle" />} title={rejectionTitle(rejected)}>
      {reason && <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{reason}</Text>}
    </Alert>
  )
}

function rejectionTitle({ approverName, approverID, decidedAt }: ApprovalEntry): string {
  const name = approverName || approverID
  return decidedAt ? t('Rejected by {name} on {date}', { name, date: formatDate(decidedAt) }) : t('Rejected by {name}', { name })
}

/** The rejection that ended the last round; undefined once the document was sent again. */
function rejectionOf(entries: ApprovalEntry[]): ApprovalEntry | undefined {
  if (entries.some(({ status }) => status === 'Open' || status === 'Created')) return undefined
  const decided = entries.filter(({ decidedAt }) => decidedAt).sort((a, b) => String(a.decidedAt).localeCompare(String(b.decidedAt)))
  const last = decided.at(-1)
  return last?.status === 'Rejected' ? last : undefined
}
