import type { CompanyAnswer } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { setCompany } from '../../api/companies.ts'
import { expectNewToken, returnTo, startSession } from '../../api/session.ts'
import { awaitCode } from '../../pages/sign-in/pending-code.ts'
import { toast } from '../../ui/toasts.ts'
import { leaving } from '../use-leave-guard.ts'
import { showSwitching } from './switching.ts'

/** Milliseconds: long enough to read the overlay, and for a form to store the last word typed. */
const SHOWN_FOR = 900

interface Way { navigate: (path: string) => void | Promise<void>; /** The screen to open there; by default the first one. */ path?: string }

/**
 * Switches to another company, by way of a code if that company requires one. Everything shown of the current company goes with its
 * session.
 */
export function switchCompany(company: Pick<CompanyAnswer, 'id' | 'displayName'>, { navigate, path = '/' }: Way): Promise<void> {
  return leaving(async () => {
    showSwitching(company.displayName)
    await new Promise((resolve) => setTimeout(resolve, SHOWN_FOR))
    expectNewToken(true)
    try {
      const { data } = await setCompany(company.id)
      returnTo(path)
      if ('challenge' in data) {
        expectNewToken(false)
        awaitCode(data)
        await navigate('/auth/verify/otp')
        showSwitching(null)
      } else {
        const { token, ...user } = data
        startSession({ token, user })
      }
    } catch (error) {
      expectNewToken(false)
      showSwitching(null)
      toast.warning(messageOf(error))
    }
  })
}
