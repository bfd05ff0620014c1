import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the window is as narrow as a phone. Known on the first render: a layout that switched a moment later would put another control
 * under the finger.
 */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
}
