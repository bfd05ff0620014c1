import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone. Known when it is first drawn: what is drawn wide first and narrow a moment later is another control under the finger. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
}
