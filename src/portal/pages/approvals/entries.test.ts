import { expect, test } from 'vitest'
import type { ApprovalEntry } from '../../../contract/index.ts'
import type { Pages } from '../../shell/links.ts'
import { entryPath, type EntryTarget } from './entries.ts'

const entry = (link: string): ApprovalEntry => ({ documentType: 'device', documentNo: 'D-1', link }) as ApprovalEntry
const NO_PAGES: Pages = {}

test.each<[EntryTarget, string, string]>([
  ['decision', '/approval/device/D-1', '/approval/device/D-1'],
  ['reading', '/approval/device/D-1', '/approval/device/D-1?read=1'],
  ['reading', '/gifts/approval?no=D-1', '/gifts/approval?no=D-1&read=1'],
  ['record', '/approval/device/D-1', '/records/device/card/D-1'],
])('an entry for %s at %s leads to %s', (target, link, path) => {
  expect(entryPath(NO_PAGES, entry(link), target)).toBe(path)
})
