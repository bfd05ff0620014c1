/** The jobs of sign-in, by kind. */
import type { JobHandler } from '../jobs/runner.ts'
import { LINK_JOB, mailLink } from './links.ts'
import { LOCK_JOB, mailLocked } from './lock-notice.ts'

export const SIGN_IN_JOBS: Record<string, JobHandler> = { [LINK_JOB]: mailLink, [LOCK_JOB]: mailLocked }
