import { expect, test } from 'vitest'
import { isNarrower, isWithin } from './implied-rows.ts'

const OWN = 'doc.person == user.employee'

test.each([
  ['everything is granted', 'true', OWN, 'true', true],
  ['the lookup selects all rows', 'true', OWN, OWN, false],
  ['the row has the person of the record', 'row.person == doc.person', OWN, OWN, true],
  ['the comparison is the other way round, with one more condition', 'row.status == "Open" && doc.holder == row.person', 'doc.holder == user.employee', OWN, true],
  ['the row has the person of a record that others see', 'row.person == doc.person', 'doc.no in user.assigned', OWN, false],
  ['the row belongs to the actor', 'row.person == user.employee', 'true', OWN, true],
  ['the row has another field of the record', 'row.person == doc.text', OWN, OWN, false],
  ['the comparison is one of two alternatives', 'row.person == doc.person || true', OWN, OWN, false],
  ['the row is in a state that is granted', 'row.status == "Paid"', 'true', 'doc.status == "Paid"', true],
  ['the lookup has one of two conditions', 'row.person == doc.person', OWN, `${OWN} && doc.status == "Paid"`, false],
  ['the comparison is with a text in quotes', 'row.person == "doc.person"', OWN, OWN, false],
  ['the row has the person of the record, in brackets', 'row["person"] == doc.person', OWN, 'doc["person"] == user.employee', true],
  ['the lookup selects all rows, with the granted field in brackets', 'true', 'doc["person"] == user.employee', 'doc["person"] == user.employee', false],
  ['the lookup selects any row by its number, with the granted field in brackets', 'row.no == doc.reason', 'doc["person"] == user.employee', 'doc["person"] == user.employee', false],
  ['the lookup selects all rows, with the granted field optional', 'true', 'doc.?person.orValue("") == user.employee', 'doc.?person.orValue("") == user.employee', false],
  ['the grant reads a field of a computed name', 'true', 'doc[user.name] == user.employee', 'doc[user.name] == user.employee', false],
  ['the grant reads the whole record', 'true', 'doc in [user]', 'doc in [user]', false],
  ['the condition cannot be parsed', 'row.person ==', OWN, OWN, false],
])('whether a lookup’s rows are within a grant is known where %s', (_, where, seen, granted, expected) => {
  expect(isWithin(where, seen, granted)).toBe(expected)
})

test.each([
  ['one condition more', 'row.a == 1 && row.b == 2', 'row.b == 2', true], ['different blanks', '(row.a == 1)', 'row.a==1', true], ['one condition less', 'row.a == 1', 'row.a == 1 && row.b == 2', false],
  ['an alternative', 'row.a == 1 || row.b == 2', 'row.b == 2', false], ['any condition against none', 'row.a == 1', 'true', true],
])('whether one condition is at least as narrow as another is known for %s', (_, where, than, expected) => {
  expect(isNarrower(where, than)).toBe(expected)
})
