/**
 * Colour arithmetic shared by portal and server, so that both get the same results: perceptual mixing (OKLab) and WCAG contrast. Colours
 * are `#rrggbb`.
 */

type Triple = [number, number, number]

/** Normalises `00448B`, `#00448B` or `#048` to lower-case `#rrggbb`; returns the fallback for anything else. */
export function normaliseColour(value: unknown, fallback: string): string {
  const text = typeof value === 'string' ? value.trim().replace(/^#/, '') : ''
  if (/^[0-9a-f]{6}$/i.test(text)) return `#${text.toLowerCase()}`
  if (/^[0-9a-f]{3}$/i.test(text)) return `#${[...text].map((digit) => digit + digit).join('').toLowerCase()}`
  return fallback
}

/** Mixes two colours. `share` is the proportion of b: 0 gives a, 1 gives b. */
export function mix(a: string, b: string, share: number): string {
  return between(toLab(a), toLab(b), share)
}

const between = (from: Triple, to: Triple, share: number): string => fromLab(from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as Triple)

/** The WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  return ratioOf(luminance(a), luminance(b))
}

const ratioOf = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** The colour, moved towards `anchor` (black or white) only as far as it must be to reach the contrast `ratio` on `background`. */
export function readable(colour: string, background: string, anchor: string, ratio: number): string {
  // Worked out once for all steps: a theme asks for some forty colours before anything is painted.
  const [from, to, behind] = [toLab(colour), toLab(anchor), luminance(background)]
  for (let share = 0; share <= 1; share += 0.04) {
    const candidate = between(from, to, share)
    if (ratioOf(luminance(candidate), behind) >= ratio) return candidate
  }
  return anchor
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(colour: string): Triple {
  const channel = (from: number) => {
    const value = parseInt(colour.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

// OKLab, by Björn Ottosson: https://bottosson.github.io/posts/oklab
function toLab(colour: string): Triple {
  const [r, g, b] = linear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s]
  return `#${channels.map(hexOf).join('')}`
}

function hexOf(value: number): string {
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, encoded)) * 255).toString(16).padStart(2, '0')
}
