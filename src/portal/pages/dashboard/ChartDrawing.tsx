import { useReducedMotion } from '@mantine/hooks'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import type { EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { DashboardChart } from '../../../contract/index.ts'
import { optionOf } from './chart-option.ts'
import type { ChartColours } from './use-chart-colours.ts'
import classes from './Dashboard.module.css'
import { useIsPhone } from '../../ui/use-is-phone.ts'

register([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, SVGRenderer])

/** Draws the chart and keeps it as wide as its container. */
export function ChartDrawing({ chart, colours, partsBegun }: { chart: DashboardChart; colours: ChartColours; partsBegun: number }) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<EChartsType | null>(null)
  const isStill = useReducedMotion()
  const isNarrow = useIsPhone()

  useEffect(() => {
    if (!place.current) return
    const made = init(place.current, null, { renderer: 'svg' })
    drawing.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      made.dispose()
      drawing.current = null
    }
  }, [])

  useEffect(() => {
    drawing.current?.setOption(optionOf(chart, colours, { isStill, isNarrow, partsBegun }), { notMerge: true })
  }, [chart, colours, isStill, isNarrow, partsBegun])

  return <div ref={place} className={classes.canvas} />
}
