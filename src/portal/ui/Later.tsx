import { Suspense, type ReactNode } from 'react'
import { useWork } from './work.ts'

/** What comes when its code or data has come, with `standIn` in its place until then; the window is busy meanwhile. */
export function Later({ standIn = null, children }: { standIn?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={<><Waiting />{standIn}</>}>{children}</Suspense>
}

function Waiting() {
  useWork('code')
  return null
}
