import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import classes from './AuthFrame.module.css'

/** The way back, at the foot of every page that is not the sign-in page. */
export function BackToSignIn({ onLeave }: { onLeave?: () => void }) {
  return (
    <Anchor component={Link} to="/auth/login" className={classes.back ?? ''} {...(onLeave ? { onClick: onLeave } : {})}>
      <span aria-hidden>←</span>Back to sign in
    </Anchor>
  )
}
