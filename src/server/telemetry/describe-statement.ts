/** Describes SQL statements for traces. Values are normally bound as parameters; literals in the text are removed. */

const MAX_LENGTH = 4_000
const TEXTS = /'(?:[^']|'')*'/g
const NUMBERS = /(?<![\w$.])\d+(?:\.\d+)?(?!\w)/g
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]\w*)"?/i

export interface DescribedStatement { /** The verb and table: `select documents`. */ summary: string; /** The statement on one line, without any values. */ text: string }

/** Describes a PostgreSQL statement. */
export function describeStatement(sql: string): DescribedStatement {
  const text = sql.replace(TEXTS, '?').replace(NUMBERS, '?').replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)
  const verb = /^\(*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = (TABLE.exec(outside(text)) ?? TABLE.exec(text))?.[1]
  return { summary: table === undefined ? verb : `${verb} ${table}`, text }
}

/** Removes what is in parentheses, so that the statement's own table is found before those of its subqueries. */
function outside(text: string): string {
  const innermost = /\([^()]*\)/g
  let shorter = text
  for (let before = ''; before !== shorter;) {
    before = shorter
    shorter = shorter.replace(innermost, ' ')
  }
  return shorter
}
