import { BACKGROUND_HEADER, COMPANY_HEADER } from '../../contract/index.ts'
import { isSomebodyHere } from './presence.ts'

/** What says who asks, in which company, and whether somebody is at the screen at all. Without a company the server takes the session's own. */
export function sessionHeaders(token?: string, company?: string): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(token && company ? { [COMPANY_HEADER]: company } : {}),
    ...(isSomebodyHere() ? {} : { [BACKGROUND_HEADER]: '1' }),
  }
}
