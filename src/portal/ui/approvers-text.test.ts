import { expect, it } from 'vitest'
import type { DryRun } from '../../contract/index.ts'
import { approversText } from './approvers-text.ts'

const step = (names: string[], { mode = 'any', count = names.length }: { mode?: 'any' | 'all'; count?: number } = {}): DryRun['approvals'][number] => ({ title: 'Step', names, count, mode })

it.each<[string, DryRun['approvals'], string]>([
  ['one person', [step(['Otieno'])], 'Otieno decides.'],
  ['two of whom one is enough', [step(['Otieno', 'Mutua'])], 'Otieno or Mutua decides.'],
  ['all of two', [step(['Otieno', 'Mutua'], { mode: 'all' })], 'Otieno and Mutua decide.'],
  ['several steps', [step(['Otieno']), step(['Mutua']), step(['Wambui', 'Mwangi'])], 'Otieno decides, then Mutua, then Wambui or Mwangi.'],
  ['many', [step(['Otieno', 'Mutua', 'Wambui', 'Mwangi'], { count: 40 })], 'Otieno, Mutua, or 38 others decide.'],
  ['nobody', [], 'Nobody has to approve it: it is approved at once.'],
])('names who decides: %s', (_, approvals, text) => expect(approversText({ approvals })).toBe(text))
