import { useScreenFrame } from '../../shell/screen-frame.ts'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { OPENS } from './openings.ts'

/** Whether the address opens a new record over the card on this page. */
export function useIsOpenedOver(): boolean {
  const [params] = useQueryParams()
  return useScreenFrame() === undefined && params.has(OPENS)
}
