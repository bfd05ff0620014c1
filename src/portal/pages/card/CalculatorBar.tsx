import { Button, Text } from '@mantine/core'
import { useId, useSyncExternalStore } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedCardView } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import classes from './Card.module.css'
import type { Card } from './use-card.ts'
import { bottomBar } from '../../ui/bottom-bar.ts'

/** The only button of a calculator: adds the result as a line of a new record. */
export function CalculatorBar({ card, adds }: { card: Card; adds: NonNullable<ResolvedCardView['adds']> }) {
  const { compiled, model, context } = card
  const hintId = useId()
  const isOffered = useSyncExternalStore(
    (listener) => model.subscribe('', listener),
    () => adds.when === undefined || compiled.test(adds.when, model.doc(), context()),
  )
  return (
    <div ref={bottomBar} className={classes.bar} data-place="bottom" role="toolbar" aria-label={t('Actions')}>
      <span className={classes.spacer} />
      {!isOffered && <Text size="sm" c="dimmed" id={hintId}>{t('There is nothing to copy yet.')}</Text>}
      <Button disabled={!isOffered} aria-describedby={isOffered ? undefined : hintId} data-action="copy-to-lines" leftSection={<Icon name="copy" size={17} />} onClick={() => void card.copyToLines()}>{adds.label}</Button>
    </div>
  )
}
