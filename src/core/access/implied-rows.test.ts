import { expect, test } from 'vitest'
import { isNarrower, isWithin } from './implied-rows.ts'

const OWN = 'doc.person == user.employee'

test.each([
  ['everything is granted', 'true', OWN, 'true'],
  ['the row has the person of the record', 'row.person == doc.person', OWN, OWN],
  ['the comparison is the other way round, with one more condition', 'row.status == "Open" && doc.holder == row.person', 'doc.holder == user.employee', OWN],
  ['the row belongs to the actor', 'row.person == user.employee', 'true', OWN],
  ['the row is in a state that is granted', 'row.status == "Paid"', 'true', 'doc.status == "Paid"'],
  ['the row has the person of the record, in brackets', 'row["person"] == doc.person', OWN, 'doc["person"] == user.employee'],
])('a lookup’s rows are within a grant when %s', (_, where, seen, granted) => {
  expect(isWithin(where, seen, granted)).toBe(true)
})

test.each([
  ['the lookup selects all rows', 'true', OWN, OWN],
  ['the row has the person of a record that others see', 'row.person == doc.person', 'doc.no in user.assigned', OWN],
  ['the row has another field of the record', 'row.person == doc.text', OWN, OWN],
  ['the comparison is one of two alternatives', 'row.person == doc.person || true', OWN, OWN],
  ['the lookup has one of two conditions', 'row.person == doc.person', OWN, `${OWN} && doc.status == "Paid"`],
  ['the comparison is with a text in quotes', 'row.person == "doc.person"', OWN, OWN],
  ['the lookup selects all rows, with the granted field in brackets', 'true', 'doc["person"] == user.employee', 'doc["person"] == user.employee'],
  ['the lookup selects any row by its number, with the granted field in brackets', 'row.no == doc.reason', 'doc["person"] == user.employee', 'doc["person"] == user.employee'],
  ['the lookup selects all rows, with the granted field optional', 'true', 'doc.?person.orValue("") == user.employee', 'doc.?person.orValue("") == user.employee'],
  ['the grant reads a field of a computed name', 'true', 'doc[user.name] == user.employee', 'doc[user.name] == user.employee'],
  ['the grant reads the whole record', 'true', 'doc in [user]', 'doc in [user]'],
  ['the condition cannot be parsed', 'row.person ==', OWN, OWN],
])('a lookup’s rows are not known to be within a grant when %s', (_, where, seen, granted) => {
  expect(isWithin(where, seen, granted)).toBe(false)
})

test.each([
  ['it has one condition more', 'row.a == 1 && row.b == 2', 'row.b == 2'], ['it differs in blanks', '(row.a == 1)', 'row.a==1'], ['the other is no condition', 'row.a == 1', 'true'],
])('a condition is at least as narrow as another when %s', (_, where, than) => {
  expect(isNarrower(where, than)).toBe(true)
})

test.each([
  ['it has one condition less', 'row.a == 1', 'row.a == 1 && row.b == 2'], ['it has an alternative', 'row.a == 1 || row.b == 2', 'row.b == 2'],
])('a condition is not known to be as narrow as another when %s', (_, where, than) => {
  expect(isNarrower(where, than)).toBe(false)
})
