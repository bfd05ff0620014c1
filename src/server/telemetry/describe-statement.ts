/** What is reported of a statement. Values are parameters and are not in its text; what is written into the text all the same is taken out. */

const MAX_LENGTH = 4_000
const TEXTS = /'(?:[^']|'')*'/g
const NUMBERS = /(?<![\w$.])\d+(?:\.\d+)?(?!\w)/g
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]\w*)"?/i

export interface DescribedStatement { /** What it does and to which table: `select documents`. */ summary: string; /** Without any value, on one line. */ text: string }

/** Describes a statement of PostgreSQL's SQL. */
export function describeStatement(sql: string): DescribedStatement {
  const text = sql.replace(TEXTS, '?').replace(NUMBERS, '?').replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)
  const verb = /^\(*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = (TABLE.exec(outside(text)) ?? TABLE.exec(text))?.[1]
  return { summary: table === undefined ? verb : `${verb} ${table}`, text }
}

/** Without what is in parentheses, so that the table of the statement itself is found before those of its subselects. */
function outside(text: string): string {
  const innermost = /\([^()]*\)/g
  let shorter = text
  for (let before = ''; before !== shorter;) {
    before = shorter
    shorter = shorter.replace(innermost, ' ')
  }
  return shorter
}
