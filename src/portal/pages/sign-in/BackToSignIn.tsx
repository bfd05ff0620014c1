import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useSession } from '../../api/session.ts'
import classes from './AuthFrame.module.css'

/** Where the way back leads: to the sign-in, or, for who changes company and is asked for a code, to where they were. */
export function useWayBack(): string {
  return useSession() === null ? '/auth/login' : '/'
}

/** The way back, at the foot of every page that is not the sign-in page. */
export function BackToSignIn({ onLeave }: { onLeave?: () => void }) {
  const isSignedIn = useSession() !== null
  const to = useWayBack()
  return (
    <Anchor component={Link} to={to} className={classes.back ?? ''} {...(onLeave ? { onClick: onLeave } : {})}>
      <span aria-hidden>←</span>{isSignedIn ? 'Back to the portal' : 'Back to sign in'}
    </Anchor>
  )
}
