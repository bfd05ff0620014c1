import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { t } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import type { WizardSteps } from './use-wizard.ts'
import classes from './Wizard.module.css'

/** Where the person is among the steps: all of them on a wide screen, a line on a phone. */
export function Stepper({ wizard, isDone = false }: { wizard: WizardSteps; /** Whether all of them are behind the person. */ isDone?: boolean }) {
  const isPhone = useIsPhone()
  return isPhone ? <Progress wizard={wizard} isDone={isDone} /> : <StepList wizard={wizard} isDone={isDone} />
}

function StepList({ wizard: { steps, at, isOpen, goTo }, isDone }: { wizard: WizardSteps; isDone: boolean }) {
  return (
    <nav aria-label={t('Steps')} className={classes.steps}>
      <ol>
        {steps.map(({ name, title }, index) => {
          const state = stateOf(index, isDone ? steps.length : at)
          const label = (
            <>
              <span className={classes.number} aria-hidden>{state === 'done' ? <Icon name="check" size={15} /> : index + 1}</span>
              <span className={classes.stepTitle}>{title}</span>
              {state === 'done' && <VisuallyHidden>{t('done')}</VisuallyHidden>}
            </>
          )
          return (
            <li key={name} data-state={state}>
              {!isDone && index !== at && isOpen(index)
                ? <UnstyledButton className={classes.step} onClick={() => goTo(name)}>{label}</UnstyledButton>
                : <span className={classes.step} {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}>{label}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const stateOf = (index: number, at: number): 'done' | 'now' | 'next' => {
  if (index < at) return 'done'
  return index === at ? 'now' : 'next'
}

function Progress({ wizard: { steps, at }, isDone }: { wizard: WizardSteps; isDone: boolean }) {
  const next = steps[at + 1]
  const reached = isDone ? steps.length : at + 1
  return (
    <div className={classes.progress}>
      <div className={classes.track} aria-hidden>{steps.map(({ name }, index) => <span key={name} data-reached={index < reached || undefined} />)}</div>
      {!isDone && (
        <p>
          <strong aria-current="step">{t('Step {number} of {count}', { number: at + 1, count: steps.length })}</strong>
          {next && <span>{t('Next: {title}', { title: next.title })}</span>}
        </p>
      )}
    </div>
  )
}
