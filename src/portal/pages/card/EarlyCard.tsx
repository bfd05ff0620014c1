import { Stack } from '@mantine/core'
import { memo } from 'react'
import type { ResolvedPage } from '../../../core/index.ts'
import { CardContents, CardScreen } from './CardScreen.tsx'
import { useReadCard } from './use-card.ts'
import type { CardData } from './card-data.ts'

const doNothing = (): void => undefined

/** A stored record from the cache, to be read while it is fetched again: nothing of it acts, and the card itself takes its place. */
export const EarlyCard = memo(function EarlyCard({ page, data }: { page: ResolvedPage; data: CardData }) {
  const card = useReadCard(data)
  return (
    <CardScreen page={page} card={card} isInert onRun={doNothing}>
      <Stack gap="md" data-early=""><CardContents card={card} /></Stack>
    </CardScreen>
  )
})
