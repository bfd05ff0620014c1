import { createContext, use } from 'react'

/** A screen rendered in a dialog over another one. */
export interface ScreenFrame {
  /** Called when done or cancelled. */
  close: () => void
  /** Shows another record in the same dialog. */
  open: (key: string) => void
  /** The address of the same content as a full screen. */
  wholePath: string | undefined
}

const FrameContext = createContext<ScreenFrame | undefined>(undefined)

export const ScreenFrameProvider = FrameContext.Provider

/** The dialog that contains the screen; undefined for a full screen. */
export function useScreenFrame(): ScreenFrame | undefined {
  return use(FrameContext)
}
