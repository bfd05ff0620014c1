import { useRouteError } from 'react-router-dom'
import { CrashScreen } from './CrashScreen.tsx'

/** The whole window when even the frame failed. */
export function CrashPage() {
  return <CrashScreen error={useRouteError()} />
}
