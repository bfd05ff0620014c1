/** A run that the schedule starts. */
import { t, type CompiledType } from '../../../core/index.ts'
import { runSliced } from '../../in-pieces.ts'
import type { Tx } from '../../store/connection/database.ts'
import { contextWithRefs, withLists, type CommandContext } from '../context.ts'
import { writeNewRecord } from '../write-record.ts'
import { beginMade, checkRun } from './begin-made.ts'
import { countItems } from './begin-run.ts'

/**
 * Creates the run of a day, whose inputs are the first values of its fields on that day, and starts it. Where there is nothing to go through,
 * there is no run. One that may not start is kept as stopped, with the reason.
 */
export async function startScheduled(tx: Tx, given: CommandContext, type: CompiledType, day: string): Promise<void> {
  if (type.manifest.job === undefined) return
  const command: CommandContext = { ...given, session: { ...given.session, today: day, ip: null, actor: { ...given.session.actor, name: t('Schedule') } } }
  const { ctx: around } = await withLists(tx, command, type, {}, {})
  const first = await runSliced(type.stamping(await runSliced(type.makingDocument(around)), around))
  // Most days of a daily job have nothing to do: that is all that is asked on them.
  if ((await countItems(tx, command, type, first, (await contextWithRefs(tx, command, type, [first])).ctx)) === 0) return
  const checked = await checkRun(tx, command, type, first)
  const record = await writeNewRecord(tx, command, type, checked.doc)
  await beginMade(tx, command, type, record, { kind: 'scheduled', checked })
}
