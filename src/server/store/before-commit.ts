/** What a transaction leaves for its last moment: locks that many wait for are held as shortly as can be. */

type Work = () => Promise<void>

const waiting = new WeakMap<object, Work[]>()

/** Runs the work when everything else of the transaction is done, in the order in which it was left; a failure undoes the transaction. */
export function beforeCommit(tx: object, work: Work): void {
  const all = waiting.get(tx)
  if (all) all.push(work)
  else waiting.set(tx, [work])
}

/** Runs what was left, and what that leaves in turn. */
export async function runBeforeCommit(tx: object): Promise<void> {
  for (let all = waiting.get(tx); all !== undefined; all = waiting.get(tx)) {
    waiting.delete(tx)
    for (const work of all) await work()
  }
}
