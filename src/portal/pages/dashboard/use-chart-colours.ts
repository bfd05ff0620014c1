import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { DashboardChart } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { contrast, mix, readable } from '../../../contract/index.ts'
import { siteColours } from '../../theme/theme.ts'
import { isRound } from './figures.ts'

/** The colours of a dashboard's charts: a title has one colour in all of them, as a slice, as bars of counts and as a line of amounts. */
export interface ChartColours {
  of: (title: string) => string
  /** The colours of slices or bars. A category with a look or a tone gets its colour; a second one of the same tone gets half the strength. */
  ofCategories: (chart: DashboardChart) => string[]
  surface: string
  font: string
  text: string
  line: string
}

/** The minimum contrast of meaningful shapes with their background (WCAG 1.4.11). */
const SHAPE_RATIO = 3

/** The site's colours for charts in the current colour scheme. */
export function useChartColours(charts: DashboardChart[]): ChartColours {
  const { settings } = usePortal()
  const scheme = useComputedColorScheme('light')
  return useMemo(() => {
    const surface = variable('--dirisha-surface', scheme === 'dark' ? '#1a2029' : '#ffffff')
    const palette = paletteOf(settings, surface)
    const byName = new Map(namesIn(charts).map((name, index) => [name, palette[index % palette.length] ?? surface]))
    const of = (label: string) => byName.get(label) ?? palette[0] ?? surface
    return {
      of,
      ofCategories: ({ kind, series: [first], categories }) => {
        const tones: string[] = []
        return categories.map(({ label, tone, look }) => {
          if (look !== undefined) return variable(`--dirisha-hue-${look.colour}`, surface)
          if (tone === null) return kind === 'bars' ? of(first?.title ?? '') : of(label)
          const before = tones.filter((one) => one === tone).length
          tones.push(tone)
          return mix(variable(`--dirisha-${tone}-fg`, surface), surface, Math.min(0.7, before * 0.45))
        })
      },
      // A resolved font family: the chart library measures text with it.
      surface, font: getComputedStyle(document.body).fontFamily, text: variable('--mantine-color-dimmed', '#55627a'), line: variable('--dirisha-line', '#e3e8ef'),
    }
  }, [charts, settings, scheme])
}

/** The names that are distinguished by colour, in the order of the charts. */
function namesIn(charts: DashboardChart[]): string[] {
  return [...new Set(charts.flatMap((chart) => (isRound(chart) ? chart.categories.flatMap(({ label, tone }) => (tone === null ? [label] : [])) : chart.series.map(({ title }) => title))))]
}

/** Six hues of the site, then the same ones at half strength. */
function paletteOf(settings: Parameters<typeof siteColours>[0], surface: string): string[] {
  const { primary, secondary, warning, accent, error, info } = siteColours(settings)
  const anchor = contrast(surface, '#000000') > contrast(surface, '#ffffff') ? '#000000' : '#ffffff'
  const strong = [primary, secondary, warning, accent, error, info].map((colour) => readable(colour, surface, anchor, SHAPE_RATIO))
  return [...strong, ...strong.map((colour) => readable(mix(colour, surface, 0.4), surface, anchor, SHAPE_RATIO))]
}

function variable(name: string, fallback: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || fallback
}
