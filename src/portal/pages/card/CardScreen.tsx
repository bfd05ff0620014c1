import { Text } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { newHeading } from '../../../contract/index.ts'
import type { ResolvedAction, ResolvedCardView, ResolvedPage } from '../../../core/index.ts'
import { FormEnvironmentProvider } from '../../form/environment.ts'
import { FieldSourceProvider } from '../../form/use-field.ts'
import { printPath, Screen, StatusBadge, usePortal } from '../../sdk.ts'
import { useScreenFrame } from '../../shell/screen-frame.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { stateIn } from '../../ui/wire-record.ts'
import { actionsPlace } from './actions.ts'
import { ActionBar, viewLinks } from './ActionBar.tsx'
import { openingsOfCard } from './openings.ts'
import { CardBackLink } from './CardBackLink.tsx'
import { CardSummary } from './card-code.ts'
import { CardNotices } from './CardNotices.tsx'
import { CardSections } from './CardSections.tsx'
import { environmentOf } from './environment-of.ts'
import { nameOf } from './heading.ts'
import type { Card } from './use-card.ts'

interface CardScreenProps {
  page: ResolvedPage
  card: Card
  /** Whether it is only looked at: nothing in its form can be pressed or filled in. */
  isInert?: boolean
  onRun: (action: ResolvedAction) => void
  /** What opens over the form. */
  dialogs?: ReactNode
  children: ReactNode
}

/** The screen of a card: its heading and state, and the form with its actions above or below what it shows. */
export function CardScreen({ page, card, isInert = false, onRun, dialogs, children }: CardScreenProps) {
  const portal = usePortal()
  const frame = useScreenFrame()
  const { manifest, model, record, references, compiled, context, openInLines } = card
  const environment = useMemo(() => environmentOf({ compiled, references, model, record, openInLines }, context, portal), [compiled, references, model, record, openInLines, context, portal])
  const standing = stateIn(manifest, record)
  const titles = portal.titleOf(manifest)
  const view = manifest.card.views[card.view]
  // Links to other pages appear only on a full page, not in a dialog.
  const isLinked = record !== undefined && frame === undefined
  const links = isLinked && card.keyOf !== undefined ? [...viewLinks(card, portal.bootstrap.pages), ...openingsOfCard(card, portal)] : []
  const prints = isLinked && card.keyOf !== undefined
    ? Object.values(manifest.print)
        .filter((print) => print.place.includes('card') && (print.when === undefined || card.compiled.test(print.when, model.doc(), card.context())))
        .map(({ name, title }) => ({ title, path: printPath(portal.bootstrap.pages, manifest.id, card.keyOf ?? '', name) }))
    : []
  const place = actionsPlace(card.compiled.manifest, portal)
  const bar = <ActionBar card={card} prints={prints} links={links} place={place} onRun={onRun} />
  return (
    <Screen
      page={page}
      title={headingOf(card, view, titles)}
      lead={<CardBackLink type={manifest.id} {...(view && card.keyOf !== undefined ? { card: card.keyOf } : {})} />}
      aside={<>{view === undefined && record && nameOf(manifest, record) !== undefined && <Text span c="dimmed" size="sm">{card.keyOf}</Text>}{standing && <StatusBadge state={standing.state} label={standing.label} />}</>}
    >
      <FieldSourceProvider value={model}>
        <FormEnvironmentProvider value={environment}>
          <SubmitForm inert={isInert} aria-busy={isInert}>
            {place === 'top' && bar}
            {children}
            {place === 'bottom' && bar}
          </SubmitForm>
          {dialogs}
        </FormEnvironmentProvider>
      </FieldSourceProvider>
    </Screen>
  )
}

function headingOf({ record, keyOf, manifest }: Card, view: ResolvedCardView | undefined, titles: { one: string; new: string }): string {
  if (record) return `${view?.title ?? titles.one} ${(view === undefined ? nameOf(manifest, record) : undefined) ?? keyOf ?? ''}`
  return view?.adds ? view.title : newHeading(titles)
}

/** What a card shows between its heading and its actions. */
export function CardContents({ card }: { card: Card }) {
  const frame = useScreenFrame()
  return (
    <>
      {card.record && frame === undefined && <CardSummary card={card} />}
      <CardNotices card={card} />
      <CardSections card={card} />
    </>
  )
}
