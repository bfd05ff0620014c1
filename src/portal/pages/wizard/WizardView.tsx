import { Button, Stack, Text, Title } from '@mantine/core'
import { lazy, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { WireRecord } from '../../../contract/index.ts'
import { t } from '../../../core/index.ts'
import type { ResolvedPage, ResolvedWizard } from '../../../core/index.ts'
import { FormEnvironmentProvider } from '../../form/environment.ts'
import { FieldSourceProvider } from '../../form/use-field.ts'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'
import { cardPath, ErrorState, ApiError, Screen, usePortal } from '../../sdk.ts'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { bottomBar } from '../../ui/bottom-bar.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { useQueryParams } from '../../ui/use-query-params.ts'
import cardClasses from '../card/Card.module.css'
import { CardBackLink } from '../card/CardBackLink.tsx'
import { CardSections } from '../card/CardSections.tsx'
import { environmentOf } from '../card/environment-of.ts'
import { newHeading } from '../../../contract/index.ts'
import { KEPT_QUESTION } from '../card/kept-question.ts'
import { keyOf } from '../card/stored-record.ts'
import { OPENS } from '../card/openings.ts'
import { useCard, type Card } from '../card/use-card.ts'
import { useIsOpenedOver } from '../card/use-is-opened-over.ts'
import type { CardData } from '../card/card-data.ts'
import { Stepper } from './Stepper.tsx'
import { Thanks } from './Thanks.tsx'
import { STEP, useWizard, type StepLead, type WizardSteps } from './use-wizard.ts'
import classes from './Wizard.module.css'
import { WizardSummary } from './WizardSummary.tsx'

// Lazy: shared with the card's form in a file of their own, they would bring more with them than they are.
const CardNotices = lazy(() => import('../card/CardNotices.tsx').then((module) => ({ default: module.CardNotices })))
const OpeningDialog = lazy(() => import('../card/OpeningDialog.tsx').then((module) => ({ default: module.OpeningDialog })))
const StaleDialog = lazy(() => import('../card/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog })))
/** Going from step to step loses nothing. */
const WITHIN = [STEP, OPENS]

/** The form of a record in steps. A record that cannot be changed has its card. */
export function WizardView({ page, data }: { page: ResolvedPage; data: CardData }) {
  const { wizard } = data.manifest
  if (wizard === undefined) return <Screen page={page} title={data.manifest.title.one}><ErrorState error={new ApiError(404, 'not-found', t('This form has no steps.'))} /></Screen>
  return <Filling page={page} data={data} wizard={wizard} />
}

function Filling({ page, data, wizard }: { page: ResolvedPage; data: CardData; wizard: ResolvedWizard }) {
  const [saved, setSaved] = useState<WireRecord>()
  const lead = useRef<StepLead['current']>(() => undefined)
  const [, change] = useQueryParams()
  const offer = useCallback((name: string): void => change((before) => {
    before.set(OPENS, name)
    return before
  }), [change])
  const isOver = useIsOpenedOver()
  const around = useMemo(() => ({ stored: setSaved, offer, lead: (problem: Parameters<StepLead['current']>[0]) => lead.current(problem) }), [offer])
  const card = useCard(data, around)
  const steps = useWizard(card, wizard, lead)
  const portal = usePortal()
  const { manifest, compiled, references, model, record, openInLines, context } = card
  const environment = useMemo(() => environmentOf({ compiled, references, model, record, openInLines }, context, portal), [compiled, references, model, record, openInLines, context, portal])
  useLeaveGuard({ isGuarded: card.isDirty && saved === undefined, isLeaving: card.isLeaving, question: KEPT_QUESTION, within: WITHIN })
  const titles = portal.titleOf(manifest)
  const [isEditing] = useState(record !== undefined)
  if (saved === undefined && record !== undefined && !card.canEdit) return <RedirectTo to={cardPath(portal.bootstrap.pages, manifest.id, card.keyOf)} />
  if (saved !== undefined && wizard.after === 'card') return <RedirectTo to={cardPath(portal.bootstrap.pages, manifest.id, keyOf(manifest, saved))} />
  return (
    <Screen page={page} title={isEditing ? t('Edit {name}', { name: card.keyOf ?? '' }) : newHeading(titles)} lead={<CardBackLink type={manifest.id} {...(record && card.keyOf !== undefined ? { card: card.keyOf } : {})} />}>
      <FieldSourceProvider value={model}>
        <FormEnvironmentProvider value={environment}>
          <div className={classes.layout}>
            <Stepper wizard={steps} isDone={saved !== undefined} />
            {saved === undefined ? <Step card={card} wizard={wizard} steps={steps} /> : <Thanks card={card} record={saved} text={wizard.thanks} />}
          </div>
          {saved && isOver && <LazyBoundary><OpeningDialog card={card} record={saved} /></LazyBoundary>}
          {card.isStale && <LazyBoundary><StaleDialog card={card} /></LazyBoundary>}
        </FormEnvironmentProvider>
      </FieldSourceProvider>
    </Screen>
  )
}

/** The step that is filled in now, and the way to the next one. */
function Step({ card, wizard, steps }: { card: Card; wizard: ResolvedWizard; steps: WizardSteps }) {
  const { step, isLast, at, proceed, missing } = steps
  const isBusy = card.busy !== undefined
  const hintId = useId()
  const heading = useFocusOfStep(step.name)
  const submit = (): unknown => {
    if (missing.length > 0) return undefined
    return isLast ? card.save() : proceed()
  }
  return (
    <SubmitForm onSubmit={submit} aria-busy={isBusy} className={classes.form ?? ''}>
      <Stack gap="md" inert={isBusy} className={cardClasses.content ?? ''} data-step={step.name}>
        <Title order={2} ref={heading} tabIndex={-1} className={classes.title ?? ''}>{step.title}</Title>
        <LazyBoundary><CardNotices card={card} /></LazyBoundary>
        {isLast && <WizardSummary card={card} steps={steps.steps.slice(0, -1)} onChange={steps.goTo} />}
        <CardSections key={step.name} card={card} names={step.sections} under={step.title} />
      </Stack>
      <div ref={bottomBar} className={cardClasses.bar} data-place="bottom" role="toolbar" aria-label={t('Actions')}>
        {at > 0 && <Button variant="default" className={classes.back ?? ''} disabled={isBusy} onClick={steps.back}>{wizard.backLabel}</Button>}
        <span className={cardClasses.spacer} id={hintId}>{missing.length > 0 && <Text size="sm" c="dimmed">{t('Fill in {fields} to go on.', { fields: missing.join(', ') })}</Text>}</span>
        <Button type="submit" loading={isBusy} disabled={missing.length > 0} {...(missing.length > 0 ? { 'aria-describedby': hintId } : {})} data-action={isLast ? 'save' : 'continue'}>{isLast ? wizard.saveLabel ?? saveCaption(card) : wizard.continueLabel}</Button>
      </div>
    </SubmitForm>
  )
}

/** Focuses the heading when another step comes, so that people hear and see where they are; not when the page opens. */
function useFocusOfStep(name: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(name)
  useLayoutEffect(() => {
    if (shown.current === name) return
    shown.current = name
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [name])
  return heading
}

const saveCaption = ({ record }: Card): string => (record === undefined ? t('Save') : t('Edit'))
