import { describe, expect, test } from 'vitest'
import { narrow } from './narrow.ts'

const PLACES = ['Ahero, Kisumu', 'Kisumu', 'Muhoroni, Kisumu', 'Mombasa', 'Nyakisumu']
const option = (label: string) => ({ value: label, label, disabled: false })

describe('options filtered by typing', () => {
  test.each([
    ['kisumu', ['Kisumu', 'Ahero, Kisumu', 'Muhoroni, Kisumu', 'Nyakisumu']],
    ['m', ['Muhoroni, Kisumu', 'Mombasa', 'Ahero, Kisumu', 'Kisumu', 'Nyakisumu']],
    ['kisumu ahero', ['Ahero, Kisumu']],
    ['  ', PLACES],
    ['Mombasa', PLACES],
    ['lamu', []],
  ])('%j leaves %j', (text, left) => {
    expect(narrow(PLACES.map(option), text, 'Mombasa').map((one) => ('label' in one ? one.label : ''))).toEqual(left)
  })
})
