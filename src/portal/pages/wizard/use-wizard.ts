import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldIssue, ResolvedWizardStep, ResolvedWizard } from '../../../core/index.ts'
import { useQueryParams } from '../../ui/use-query-params.ts'
import type { Card } from '../card/use-card.ts'
import { mayLeave } from './check-step.ts'
import { fieldsIn, missingNeeds, placeOf, shownSteps, stepWith } from './wizard-steps.ts'

/** The parameter of the address with the step. */
export const STEP = 'step'

/** Leads to the step in which a problem can be solved; set once the steps are known. */
export interface StepLead { current: (problem: FieldIssue) => void }

export interface WizardSteps {
  steps: ResolvedWizardStep[]
  /** The place of the step that is shown. */
  at: number
  step: ResolvedWizardStep
  isLast: boolean
  /** Captions of the fields that this step still needs. */
  missing: string[]
  /** Whether the person may go to the step without a check: they were there before, and nothing it builds on is missing. */
  isOpen: (index: number) => boolean
  goTo: (name: string) => void
  back: () => void
  /** Checks the step and goes to the next one. */
  proceed: () => Promise<void>
}

/** The steps of a card's wizard, with the one in the address. */
export function useWizard(card: Card, wizard: ResolvedWizard, lead: StepLead): WizardSteps {
  const { compiled, model, store, manifest, context } = card
  const [params, change] = useQueryParams()
  // What is stored was complete, and a draft goes on where it was left: its step is in the address.
  const [furthest, setFurthest] = useState(() => (card.record || card.wasRestored ? Infinity : 0))
  const isFilled = useCallback((field: string): boolean => model.value(field) !== undefined && model.value(field) !== '', [model])
  const names = useSyncExternalStore(
    useCallback((listener) => model.subscribe('', listener), [model]),
    () => {
      const shown = shownSteps(wizard, (when) => compiled.test(when, model.doc(), context()))
      // The place too, so that a need that is emptied leads back.
      return `${shown.map(({ name }) => name).join(' ')}|${shown.map((step) => missingNeeds(step, isFilled).join(',')).join(' ')}`
    },
  )
  const [shown = ''] = names.split('|')
  const steps = useMemo(() => shown.split(' ').flatMap((name) => wizard.steps[name] ?? []), [shown, wizard])
  const at = placeOf(steps, params.get(STEP), { isFilled, furthest })
  const step = steps[at] ?? steps[0] ?? Object.values(wizard.steps)[0]!
  const attachments = manifest.attachments?.field

  const goTo = useCallback((name: string, options?: { replace: boolean }): void => {
    change((before) => {
      before.set(STEP, name)
      return before
    }, options)
  }, [change])
  useLayoutEffect(() => {
    lead.current = ({ path }) => {
      const name = stepWith(steps, manifest.card, path, attachments)
      if (name === undefined || name === step.name) return
      setFurthest((before) => Math.max(before, steps.findIndex((one) => one.name === name)))
      goTo(name)
    }
  }, [lead, steps, manifest, attachments, step, goTo])
  const isChecking = useRef(false)
  const proceed = async (): Promise<void> => {
    if (isChecking.current) return
    isChecking.current = true
    try {
      const until = steps.slice(0, at + 1).flatMap(({ sections }) => sections)
      const isFree = await mayLeave(store, { action: step.checkedFor, fields: fieldsIn(manifest.card, until, attachments), own: fieldsIn(manifest.card, step.sections, attachments) })
      const next = steps[at + 1]
      if (!isFree || next === undefined) return
      setFurthest((before) => Math.max(before, at + 1))
      goTo(next.name)
    } finally {
      isChecking.current = false
    }
  }
  return {
    steps, at, step, isLast: at === steps.length - 1,
    missing: missingNeeds(step, isFilled).map((field) => model.field(field).label ?? manifest.shape.fields[field]?.title ?? field),
    isOpen: (index) => placeOf(steps, steps[index]?.name ?? null, { isFilled, furthest }) === index,
    goTo,
    // Replaces the step, so that the browser's own Back does not lead forward again.
    back: () => goTo(steps[at - 1]?.name ?? step.name, { replace: true }),
    proceed,
  }
}
