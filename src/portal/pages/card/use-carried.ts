import { useEffect } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedPage } from '../../../core/index.ts'
import { toast } from '../../sdk.ts'
import { useQueryParams } from '../../ui/use-query-params.ts'
import type { CardData } from './card-data.ts'

/** Removes the lines from the address once they are in the form: a reload must not add them again. */
export function useCarried(page: ResolvedPage, { carried }: CardData): void {
  const [, change] = useQueryParams()
  useEffect(() => {
    if (carried === undefined || page.lines?.from.in !== 'query') return
    const { name } = page.lines.from
    change((before) => new URLSearchParams([...before].filter(([one]) => one !== name)), { replace: true })
    if (carried.unknown.length > 0) toast.warning(t('Not found: {keys}', { keys: carried.unknown.join(', ') }))
  }, [carried, page, change])
}
