/** The three requests for a mailed link; they differ in wording and in the call. */
import { t } from '../../../core/index.ts'
import type { LinkCall } from '../../api/sign-in.ts'

export interface LinkRequest {
  screen: string
  call: LinkCall
  title: string
  lead: string
  button: string
  /** Follows the server's message. */
  continuation: string
}

export const RESET: LinkRequest = {
  screen: 'shell.reset', call: 'resetPassword', title: t('Forgot password'), button: t('Send the link'), continuation: t('Check email to reset your password'),
  lead: t('Enter your e-mail address. We will send you a link to set a new password.'),
}

export const ACTIVATE: LinkRequest = {
  screen: 'shell.activate', call: 'requestCredentials', title: t('Activate your account'), button: t('Activate'), continuation: t('Check your email to set your password'),
  lead: t('Enter the e-mail address that your organisation has for you. We will send you a link to set your password.'),
}

export const SIGN_UP: LinkRequest = {
  screen: 'shell.sign-up', call: 'signup', title: t('Sign up'), button: t('Sign up'), continuation: t('Check your email to set your password'),
  lead: t('Sign up with the e-mail address on your employee record.'),
}
