/** The three requests for a mailed link; they differ in wording and in the call. */
import type { LinkCall } from '../../api/sign-in.ts'

export interface LinkRequest {
  screen: string
  call: LinkCall
  title: string
  lead: string
  button: string
  /** Appended to the server's message. */
  continuation: string
}

export const RESET: LinkRequest = {
  screen: 'shell.reset', call: 'resetPassword', title: 'Forgot password', button: 'Send the link', continuation: ' Check email to reset your password',
  lead: 'Enter your e-mail address. We will send you a link to set a new password.',
}

export const ACTIVATE: LinkRequest = {
  screen: 'shell.activate', call: 'requestCredentials', title: 'Activate your account', button: 'Activate', continuation: ' Check your email to set your password',
  lead: 'Enter the e-mail address that your organisation has for you. We will send you a link to set your password.',
}

export const SIGN_UP: LinkRequest = {
  screen: 'shell.sign-up', call: 'signup', title: 'Sign up', button: 'Sign up', continuation: ' Check your email to set your password',
  lead: 'Sign up with the e-mail address on your employee record.',
}
