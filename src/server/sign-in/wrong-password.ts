/** What a wrong password brings about, whichever door it was tried at. */
import type { Services } from '../services.ts'
import { note, type SignInNote } from './audit.ts'
import { failed } from './limits.ts'
import { noteLocked } from './tell-locked.ts'

/** Counts it for the name and tells it in the audit trail, with the lock when this one locks. */
export async function countWrongPassword({ database }: Services, trail: SignInNote, name: string): Promise<void> {
  const { company, actor, arrival, at } = trail
  await database.transaction(async (tx) => {
    await note(tx, trail)
    if (await failed(tx, 'password', name, at)) await noteLocked(tx, { company, actor, arrival, at, what: 'passwords' })
  })
}
