import { describe, expect, it } from 'vitest'
import { describeStatement } from './describe-statement.ts'

describe('the description of an SQL statement', () => {
  it.each([
    ['select * from "documents" where key = $1 limit 25', 'select documents', 'select * from "documents" where key = $1 limit ?'],
    [`insert into events (reason) values ('it''s secret'), ('4711')`, 'insert events', 'insert into events (reason) values (?), (?)'],
    ['update users set rev = rev + 1 where id = $12', 'update users', 'update users set rev = rev + ? where id = $12'],
    [`with recursive above as (\n  select data->>'manager' from documents d) select * from above`, 'with above', 'with recursive above as ( select data->>? from documents d) select * from above'],
    [`select exists (select from number_series where last_used > 3.50)`, 'select number_series', 'select exists (select from number_series where last_used > ?)'],
    [`select 'from users' as x`, 'select', 'select ? as x'],
    ['select (select count(*) from (files)), x from sessions s', 'select sessions', 'select (select count(*) from (files)), x from sessions s'],
    ['(select key from documents) union all (select key from files)', 'select documents', '(select key from documents) union all (select key from files)'],
    ['begin', 'begin', 'begin'],
    ['  COMMIT ', 'commit', 'COMMIT'],
    ['', 'statement', ''],
  ])('%j has its summary and its text without values', (sql, summary, text) => {
    expect(describeStatement(sql)).toEqual({ summary, text })
  })
})
