/**
 * Replaces floating-ui for Mantine's ScrollArea (vite.config.ts), which takes one hook from it, while the menu of every screen would wait
 * for all that places lists and dialogs.
 */
import { useMergedRef } from '@mantine/hooks'
import type { Ref, RefCallback } from 'react'

/** One ref that sets all of these. */
export const useMergeRefs = <T>(refs: Ref<T>[]): RefCallback<T> => useMergedRef(...refs)
