import { expect, test } from 'vitest'
import { isNarrower, isWithin } from './implied-rows.ts'

const OWN = 'doc.person == user.employee'

test.each([
  ['everything is granted', 'true', OWN, 'true', true],
  ['nothing selects but all', 'true', OWN, OWN, false],
  ['the same person as the record’s', 'row.person == doc.person', OWN, OWN, true],
  ['the same the other way round, and more', 'row.status == "Open" && doc.holder == row.person', 'doc.holder == user.employee', OWN, true],
  ['the same person, of a record that others see', 'row.person == doc.person', 'doc.no in user.assigned', OWN, false],
  ['who asks', 'row.person == user.employee', 'true', OWN, true],
  ['another field of the record', 'row.person == doc.text', OWN, OWN, false],
  ['one or the other', 'row.person == doc.person || true', OWN, OWN, false],
  ['a state that is granted', 'row.status == "Paid"', 'true', 'doc.status == "Paid"', true],
  ['only one of two conditions', 'row.person == doc.person', OWN, `${OWN} && doc.status == "Paid"`, false],
  ['the same text in quotes', 'row.person == "doc.person"', OWN, OWN, false],
  ['the same person, written otherwise', 'row["person"] == doc.person', OWN, 'doc["person"] == user.employee', true],
  ['nothing selects but all, the field in brackets', 'true', 'doc["person"] == user.employee', 'doc["person"] == user.employee', false],
  ['any row by its number, the field in brackets', 'row.no == doc.reason', 'doc["person"] == user.employee', 'doc["person"] == user.employee', false],
  ['nothing selects but all, the field asked for', 'true', 'doc.?person.orValue("") == user.employee', 'doc.?person.orValue("") == user.employee', false],
  ['a field that is worked out', 'true', 'doc[user.name] == user.employee', 'doc[user.name] == user.employee', false],
  ['all of the record', 'true', 'doc in [user]', 'doc in [user]', false],
  ['what cannot be read', 'row.person ==', OWN, OWN, false],
])('rows are within what is granted: %s', (_, where, seen, granted, wanted) => {
  expect(isWithin(where, seen, granted)).toBe(wanted)
})

test.each([
  ['one more', 'row.a == 1 && row.b == 2', 'row.b == 2', true], ['other blanks', '(row.a == 1)', 'row.a==1', true], ['less', 'row.a == 1', 'row.a == 1 && row.b == 2', false],
  ['instead', 'row.a == 1 || row.b == 2', 'row.b == 2', false], ['of all', 'row.a == 1', 'true', true],
])('a condition asks all that another does: %s', (_, where, than, wanted) => {
  expect(isNarrower(where, than)).toBe(wanted)
})
