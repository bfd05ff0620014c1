import { expect, test } from 'vitest'
import { oldAddress } from './old-address.ts'

test.each([
  [btoa('IMP-2026-00001'), btoa('MRT-005'), { documentNo: 'IMP-2026-00001', approver: 'MRT-005' }],
  [btoa('IMP-2026-00001'), btoa('MAZINGIRA\\OTIENO'), { documentNo: 'IMP-2026-00001', approver: 'OTIENO' }],
])('the old address %s/%s is read as %j', (first, second, expected) => expect(oldAddress(first, second)).toEqual(expected))

test.each([['petty-cash', 'PC-2026-00001'], [btoa('IMP-2026-00001'), '!!']])('%s/%s is no old address', (first, second) => expect(oldAddress(first, second)).toBeUndefined())
