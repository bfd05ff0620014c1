import { createContext, use } from 'react'

/** A screen drawn in a dialog over another one. */
export interface ScreenFrame {
  /** Done, or given up. */
  close: () => void
  /** Shows another record in the same dialog. */
  open: (key: string) => void
  /** Where what is shown stands as a screen of its own. */
  wholePath: string | undefined
}

const FrameContext = createContext<ScreenFrame | undefined>(undefined)

export const ScreenFrameProvider = FrameContext.Provider

/** The dialog that the screen stands in; undefined for one by itself. */
export function useScreenFrame(): ScreenFrame | undefined {
  return use(FrameContext)
}
