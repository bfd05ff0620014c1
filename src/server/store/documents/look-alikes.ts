/** Keys that people could mistake for each other: they differ only in case, or in letters of other alphabets that look like Latin ones. */
import { foldedKey, keyFolds } from '../../../core/index.ts'
import type { Tx } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

/** `foldedKey` in SQL. Case is folded by `translate` too, since the database's own folding depends on its locale. */
export function foldedKeySql(key: string): string {
  return `translate(${key}, ${literal([...keyFolds().keys()].join(''))}, ${literal([...keyFolds().values()].join(''))})`
}

/** Another key of the type in the company that looks like this one. */
export async function lookAlike(tx: Tx, { company, type, key }: { company: string; type: string; key: string }): Promise<string | undefined> {
  const s = new Statement()
  const [found] = await s.run<{ key: string }>(tx, `select key from documents where company = ${s.value(company)} and type = ${literal(type)}
    and ${foldedKeySql('key')} = ${s.value(foldedKey(key))} and key <> ${s.value(key)} limit 1`)
  return found?.key
}
