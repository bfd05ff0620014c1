import { useMediaQuery } from '@mantine/hooks'

const NARROW = '(max-width: 48em)'

/** Whether the window is now as narrow as a phone. */
export const isPhone = (): boolean => window.matchMedia(NARROW).matches

/**
 * Whether the window is as narrow as a phone. Known on the first render: a layout that switched a moment later would put another control
 * under the finger.
 */
export function useIsPhone(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
}
