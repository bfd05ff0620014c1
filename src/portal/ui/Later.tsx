import { Suspense, type ReactNode } from 'react'
import { useWork } from './work.ts'

/** What comes when its code or data has come, with `fallback` in its place until then; the window is busy meanwhile. */
export function Later({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={<><Waiting />{fallback}</>}>{children}</Suspense>
}

function Waiting() {
  useWork('code')
  return null
}
