import { EVERYONE } from '../../core/index.ts'
import type { Session } from '../services.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'

/** The id of the portal itself among actors. */
export const PORTAL_ITSELF = 'system'

/** The portal itself as an actor: it sees what it has to send and may do nothing. */
export function portalItself({ code, display_name: name }: Pick<CompaniesTable, 'code' | 'display_name'>): Session['actor'] {
  return { id: PORTAL_ITSELF, email: '', name, company: code, roles: [EVERYONE], isNavuser: false, isApprover: false }
}
