/** The theme: built from the site's colours, light and dark, with all text at WCAG AA whatever colours a site chooses. */
import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core'
import { t } from '../../core/index.ts'
import type { Settings } from '../../core/index.ts'
import { mix, normaliseColour, readable } from '../../contract/index.ts'

const DEFAULTS = {
  primary: '#00448b', secondary: '#27ae60', accent: '#82b1ff', error: '#ff5252', info: '#2196f3', success: '#4caf50', warning: '#ffc107',
}
type ColourName = keyof typeof DEFAULTS
export type SiteColours = Record<ColourName, string>

const SURFACE = { light: '#ffffff', dark: '#1a2029' }
const BODY = { light: '#f5f7fa', dark: '#12161d' }
/** The background with the lowest contrast: the page in light mode; in dark mode inputs, a little lighter than the surface. */
const LOWEST_CONTRAST_BACKGROUND = { light: BODY.light, dark: '#232b37' }
const NEUTRAL = '#64748b'
/** A little above AA's 4.5, so that rounding never falls below it. */
const TEXT_RATIO = 4.8
const WELCOME_RATIO = 7

/** The site's colours over the defaults: a map of names, or a list of `{ colorName, color }` as older sites store it. */
export function siteColours(settings: Settings | undefined): SiteColours {
  const group: unknown = settings?.site_colors
  const listed = Array.isArray(group) ? Object.fromEntries(group.map((entry: { colorName?: string; color?: string }) => [entry.colorName ?? '', entry.color])) : group
  const chosen = (listed ?? {}) as Record<string, unknown>
  return Object.fromEntries(Object.entries(DEFAULTS).map(([name, colour]) => [name, normaliseColour(chosen[name], colour)])) as SiteColours
}

/** Ten shades with the colour itself at index 6, which filled buttons use in light mode. */
export function shades(colour: string): MantineColorsTuple {
  const lighter = [0.94, 0.87, 0.74, 0.58, 0.4, 0.2].map((share) => mix(colour, '#ffffff', share))
  const darker = [0.12, 0.25, 0.38].map((share) => mix(colour, '#05080f', share))
  return [...lighter, colour, ...darker] as unknown as MantineColorsTuple
}

/** Mantine's theme in the company's colours, with ten shades of each. */
export function themeOf(colours: SiteColours): MantineThemeOverride {
  return createTheme({
    primaryColor: 'primary',
    primaryShade: { light: 6, dark: 5 },
    // Text on a filled colour turns black where white would fall below 4.5 : 1.
    autoContrast: true,
    luminanceThreshold: 0.179,
    colors: {
      ...Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, shades(colour)])),
      gray: ['#f8fafc', '#f1f4f8', '#e6eaf0', '#d8dee7', '#c3ccd8', '#97a3b4', '#64748b', '#475569', '#334155', '#1e293b'],
      dark: ['#d5dbe4', '#b6bfcc', '#94a0b1', '#6b7789', '#3d4859', '#2e3746', '#232b37', '#1a2029', '#12161d', '#0c0f14'],
    },
    fontFamily: "'Inter', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    headings: { fontWeight: '650' },
    defaultRadius: 'md',
    radius: { md: '8px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    // By name, not through Modal.extend: importing the components would add them to every bundle, including the sign-in page's.
    components: {
      // A closed list of options is not rendered: Mantine would render all of them, hidden, on every change of the form.
      // Before its place is computed, a fixed list is at the top of the window, not of the page: bringing its first option into view does not scroll the page.
      Combobox: { defaultProps: { keepMounted: false, floatingStrategy: 'fixed' } },
      // Lists of options scroll themselves (global.css): keys do not reach an area that scrolls within one.
      Select: { defaultProps: { withScrollArea: false } },
      MultiSelect: { defaultProps: { withScrollArea: false } },
      Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, closeButtonProps: { 'aria-label': t('Close') } }, styles: { title: { fontWeight: 650 } } },
    },
  })
}

/** Our own variables, and those of Mantine whose defaults miss AA. */
export function variablesOf(colours: SiteColours): CSSVariablesResolver {
  const tones: Record<string, string> = {
    neutral: NEUTRAL, info: colours.info, progress: colours.warning, success: colours.success, warning: mix(colours.warning, colours.error, 0.55), danger: colours.error,
  }
  const scheme = (name: 'light' | 'dark') => {
    const anchor = name === 'light' ? '#000000' : '#ffffff'
    const entries = Object.entries(tones).flatMap(([tone, colour]) => {
      const background = mix(SURFACE[name], colour, name === 'light' ? 0.13 : 0.22)
      return [[`--dirisha-${tone}-bg`, background], [`--dirisha-${tone}-fg`, readable(colour, background, anchor, TEXT_RATIO)]]
    })
    const error = readable(colours.error, LOWEST_CONTRAST_BACKGROUND[name], anchor, TEXT_RATIO)
    const link = readable(colours.primary, LOWEST_CONTRAST_BACKGROUND[name], anchor, TEXT_RATIO + 0.5)
    const selected = mix(SURFACE[name], colours.primary, name === 'light' ? 0.09 : 0.4)
    return {
      ...(Object.fromEntries(entries) as Record<string, string>),
      '--dirisha-surface': SURFACE[name],
      '--dirisha-line': name === 'light' ? '#e3e8ef' : '#2b3442',
      '--dirisha-selected-bg': selected,
      '--dirisha-selected-fg': readable(colours.primary, selected, anchor, TEXT_RATIO + 0.5),
      '--mantine-color-body': SURFACE[name],
      '--dirisha-page': BODY[name],
      '--mantine-color-error': error,
      '--mantine-color-anchor': link,
      '--mantine-color-dimmed': name === 'light' ? '#55627a' : '#9fabbc',
      '--mantine-color-placeholder': name === 'light' ? '#626e85' : '#8e9aac',
      ...Object.fromEntries(Object.entries(colours).flatMap(([colour, hex]) => tintsOf(colour, hex, name))),
    }
  }
  const [light, dark, variables] = [scheme('light'), scheme('dark'), welcomeOf(colours.primary)]
  return () => ({ variables, light, dark })
}

/** The background of the welcome panel on the sign-in page: the company's colour, dark enough for white text. */
function welcomeOf(primary: string): Record<string, string> {
  const middle = readable(primary, '#ffffff', '#000000', WELCOME_RATIO)
  return {
    '--dirisha-welcome-high': readable(mix(middle, '#ffffff', 0.18), '#ffffff', '#000000', TEXT_RATIO + 0.8),
    '--dirisha-welcome': middle,
    '--dirisha-welcome-low': mix(middle, '#05080f', 0.45),
  }
}

/**
 * Colours of light buttons: a tint of the colour as background, with readable text. In dark mode a dark colour is lightened first, or the
 * button would look like a hole.
 */
function tintsOf(colour: string, hex: string, scheme: 'light' | 'dark'): [string, string][] {
  const surface = SURFACE[scheme]
  // In the dark, a weak tint reads as a button that is switched off.
  const raised = scheme === 'light' ? hex : readable(hex, surface, '#ffffff', 3.5)
  const ground = mix(surface, raised, scheme === 'light' ? 0.13 : 0.34)
  const hover = mix(surface, raised, scheme === 'light' ? 0.19 : 0.42)
  return [
    [`--mantine-color-${colour}-light`, ground],
    [`--mantine-color-${colour}-light-hover`, hover],
    [`--mantine-color-${colour}-light-color`, readable(hex, hover, scheme === 'light' ? '#000000' : '#ffffff', scheme === 'light' ? TEXT_RATIO : TEXT_RATIO + 1.5)],
  ]
}
