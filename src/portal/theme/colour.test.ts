import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, mix, normaliseColour, readable } from '../../contract/index.ts'
import { siteColours, themeOf, variablesOf } from './theme.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const AA = 4.5

describe('a colour from the settings', () => {
  it.each([['00448B', '#00448b'], ['#00448B', '#00448b'], [' #048 ', '#004488'], ['red', '#111111'], ['', '#111111'], [undefined, '#111111'], [7, '#111111'], ['#12345', '#111111'], ['url(x)', '#111111']])('%j is taken as %s', (given, colour) => {
    expect(normaliseColour(given, '#111111')).toBe(colour)
  })
})

describe('the mix of two colours', () => {
  it('it starts at one colour and ends at the other', () => {
    fc.assert(fc.property(hex, hex, (a, b) => mix(a, b, 0) === a && mix(a, b, 1) === b))
  })
})

describe('the contrast of two colours', () => {
  it.each([['#000000', '#ffffff', 21], ['#777777', '#ffffff', 4.48], ['#123456', '#123456', 1]])('the contrast of %s on %s is %d : 1', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 1)
    expect(contrast(b, a)).toBe(contrast(a, b))
  })

  it('a colour of sufficient contrast is unchanged', () => {
    expect(readable('#00448b', '#ffffff', '#000000', AA)).toBe('#00448b')
  })
})

describe('the colours that a site chooses', () => {
  it('texts keep a contrast of 4.5 : 1 in the light and the dark scheme, whatever the colours', () => {
    fc.assert(fc.property(fc.record({ primary: hex, error: hex, info: hex, success: hex, warning: hex }), (picked) => {
      const { light, dark } = variablesOf(siteColours({ site_colors: picked }))({} as never)
      const theme = themeOf(siteColours({ site_colors: picked }))
      for (const scheme of [light, dark]) {
        const ratio = (text: string, ground: string) => contrast(scheme[text] ?? '', scheme[ground] ?? '')
        for (const tone of ['neutral', 'info', 'progress', 'success', 'warning', 'danger']) expect(ratio(`--dirisha-${tone}-fg`, `--dirisha-${tone}-bg`)).toBeGreaterThanOrEqual(AA)
        expect(ratio('--dirisha-selected-fg', '--dirisha-selected-bg')).toBeGreaterThanOrEqual(AA)
        for (const colour of ['primary', 'error', 'warning']) for (const ground of ['light', 'light-hover']) expect(ratio(`--mantine-color-${colour}-light-color`, `--mantine-color-${colour}-${ground}`), `${colour} ${ground}`).toBeGreaterThanOrEqual(AA)
        for (const text of ['--mantine-color-error', '--mantine-color-anchor', '--mantine-color-dimmed', '--mantine-color-placeholder']) for (const ground of ['--dirisha-surface', '--dirisha-page']) expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(AA)
        // Mantine's own pairs: plain text and, in dark mode, the background of inputs, a little lighter than the surface.
        const [plain, input] = scheme === dark ? [theme.colors?.['dark']?.[0], theme.colors?.['dark']?.[6]] : ['#000000', '#ffffff']
        for (const ground of [scheme['--dirisha-surface'], scheme['--dirisha-page'], input]) expect(contrast(plain ?? '', ground ?? '')).toBeGreaterThanOrEqual(AA)
        for (const text of ['--mantine-color-error', '--mantine-color-anchor', '--mantine-color-dimmed', '--mantine-color-placeholder']) expect(contrast(scheme[text] ?? '', input ?? ''), `${text} in an input`).toBeGreaterThanOrEqual(AA)
        // A filled button: white text, or black where Mantine switches to it.
        for (const name of ['primary', 'error', 'success', 'warning']) {
          const filled = theme.colors?.[name]?.[scheme === dark ? 5 : 6] ?? ''
          expect(Math.max(contrast('#ffffff', filled), contrast('#000000', filled)), `filled ${name}`).toBeGreaterThanOrEqual(AA)
        }
      }
    }), { numRuns: 60 })
  })

  it.each([
    ['a map of names', { site_colors: { primary: '112233' } }],
    ['a list of names and colours, as in older sites,', { site_colors: [{ colorName: 'primary', color: '#112233' }] }],
  ])('%s overrides the defaults', (_, settings) => {
    expect(siteColours(settings as never)).toMatchObject({ primary: '#112233', secondary: '#27ae60' })
  })
})
