import { describe, expect, it } from 'vitest'
import type { DashboardChart } from '../../../contract/index.ts'
import { optionOf } from './chart-option.ts'
import { tableColumns, tableRows } from './figures.ts'

const COLOURS = { of: (label: string) => `#${label}`, ofCategories: () => ['#a', '#b'], surface: '#fff', font: 'Inter', text: '#333', line: '#eee' }
const STILL = { isStill: true, isNarrow: false, partsBegun: 3 }
const labels = ['Jan', 'Feb', 'Mar', 'Apr', 'May']

/** Five months are enough to show what happens with twelve. */
function monthsChart(given: Partial<DashboardChart['series'][number]>[]): DashboardChart {
  const series = given.map((one, index) => ({ id: `s${String(index)}`, title: `S${String(index)}`, as: 'bars' as const, currency: null, solid: [0, 0, 0, 0, 0], rest: null, ...one }))
  return { id: 'months', title: 'Months', kind: 'months', categories: labels.map((label) => ({ id: label, label, tone: null })), series }
}
type Drawn = { series: { name: string; type: string; stack?: string; data: number[]; yAxisIndex: number; itemStyle: { decal?: object }; lineStyle?: { type?: string } }[]; yAxis: { show: boolean }[]; animation: boolean }
const drawn = (chart: DashboardChart, partsBegun = 3): Drawn => optionOf(chart, COLOURS, { ...STILL, partsBegun }) as unknown as Drawn

describe('a chart of months', () => {
  it('it hatches what is not settled, stacked on what is', () => {
    const { series } = drawn(monthsChart([{ solid: [1, 0, 2, 0, 0], rest: [0, 3, 0, 0, 0] }]))
    expect(series.map(({ name, stack, data, itemStyle }) => [name, stack, data, itemStyle.decal !== undefined])).toEqual([
      ['S0, settled', 's0', [1, 0, 2, 0, 0], false], ['S0, not settled', 's0', [0, 3, 0, 0, 0], true],
    ])
  })

  it('it draws amounts as lines on their own axis: solid for settled ones and dashed for all, exact to the cent', () => {
    const { series, yAxis } = drawn(monthsChart([{ solid: [1, 0, 0, 0, 0] }, { as: 'line', currency: 'KES', solid: [0.1, 5, 0, 0, 0], rest: [0.2, 0, 0, 0, 0] }]))
    expect(series.map(({ type, yAxisIndex }) => [type, yAxisIndex])).toEqual([['bar', 0], ['line', 1], ['line', 1]])
    expect(series[1]?.lineStyle?.type).toBeUndefined()
    expect(series[2]).toMatchObject({ name: 'S1 (KES), all', data: [0.3, 5, 0], lineStyle: { type: 'dashed' } })
    expect(yAxis.map(({ show }) => show)).toEqual([true, true])
  })

  it('what is counted has one colour, as bars of numbers and as a line of amounts, and no other has it', () => {
    const figures = { solid: [1, 0, 0, 0, 0] }
    const amounts = { ...figures, as: 'line' as const, currency: 'KES' }
    const { series } = drawn(monthsChart([{ ...figures, title: 'A' }, { ...figures, title: 'B' }, { ...amounts, title: 'B' }, { ...amounts, title: 'A' }]))
    expect(series.map(({ type, itemStyle }) => [type, (itemStyle as { color?: string }).color])).toEqual([['bar', '#A'], ['bar', '#B'], ['line', '#B'], ['line', '#A']])
  })

  it.each([[3, [1, 0, 0], 3], [3, [1, 0, 0, 7, 0], 4], [0, [0, 2, 0, 0, 0], 2], [5, [1, 0, 0, 0, 0], 5]])('with %i months begun, a line over %j ends after %i months', (begun, solid, months) => {
    const padded = [...solid, 0, 0].slice(0, 5)
    expect(drawn(monthsChart([{ as: 'line', currency: 'KES', solid: padded }]), begun).series[0]?.data).toEqual(padded.slice(0, months))
  })

  it('it has the short labels of weeks on the axis, as many as fit', () => {
    const chart: DashboardChart = { ...monthsChart([{ solid: [1, 0] }]), kind: 'weeks', categories: [{ id: '2026-06-01', label: 'Week 23, 1 Jun', short: '1 Jun', tone: null }, { id: '2026-06-08', label: 'Week 24, 8 Jun', short: '8 Jun', tone: null }] }
    const { xAxis: { axisLabel } } = optionOf(chart, COLOURS, STILL) as unknown as { xAxis: { axisLabel: { interval: unknown; formatter: (label: string) => string } } }
    expect([axisLabel.interval, axisLabel.formatter('Week 24, 8 Jun')]).toEqual(['auto', '8 Jun'])
    expect([tableRows(chart).map(({ id }) => id), tableRows(monthsChart([{ solid: [1, 0, 0, 0, 0] }])).length]).toEqual([['2026-06-01'], 5])
  })

  it('it leaves out a series without figures, and the axis that only this series needs', () => {
    const { series, yAxis } = drawn(monthsChart([{ solid: [1, 1, 1, 0, 0] }, { as: 'line', currency: 'KES' }]))
    expect(series).toHaveLength(1)
    expect(yAxis.map(({ show }) => show)).toEqual([true, false])
  })

  it('it is animated only for a person who has not reduced motion', () => {
    expect(drawn(monthsChart([{}])).animation).toBe(false)
    expect(optionOf(monthsChart([{}]), COLOURS, { ...STILL, isStill: false })).toMatchObject({ animation: true })
  })
})

it.each([['gaps', [3, 4], 2], ['no gaps', [7, 0], undefined], ['no gaps', [7], undefined]])('a ring has %s between the figures %j', (_, solid, gap) => {
  const chart: DashboardChart = { ...monthsChart([{ solid }]), kind: 'doughnut', categories: solid.map((_, index) => ({ id: String(index), label: 'A', tone: null })) }
  const [ring] = drawn(chart).series
  expect((ring?.itemStyle as { borderWidth?: number } | undefined)?.borderWidth).toBe(gap)
})

describe('the table of a chart', () => {
  it('it leaves out columns of zeros', () => {
    expect(tableColumns(monthsChart([{ solid: [1, 0, 0, 0, 0], rest: [0, 0, 0, 0, 0] }, { as: 'line', currency: 'KES' }])).map(({ title }) => title)).toEqual(['S0, settled'])
  })

  it('it has every series of the chart, with settled and unsettled figures and totals', () => {
    expect(tableColumns(monthsChart([{ solid: [1, 2, 0, 0, 0], rest: [0, 0, 4, 0, 0] }, { as: 'line', currency: 'KES', solid: [0.1, 0.2, 1000, 0, 0] }]))).toEqual([
      { title: 'S0, settled', values: ['1', '2', '0', '0', '0'], total: '3' },
      { title: 'S0, not settled', values: ['0', '0', '4', '0', '0'], total: '4' },
      { title: 'S1 (KES)', values: ['0.10', '0.20', '1,000.00', '0.00', '0.00'], total: '1,000.30' },
    ])
  })

  it('it names the figures of a doughnut by their kind', () => {
    const chart: DashboardChart = { ...monthsChart([{ title: 'By service', solid: [3, 4] }]), kind: 'doughnut', categories: [{ id: 'a', label: 'A', tone: null }, { id: 'b', label: 'B', tone: null }] }
    expect(tableColumns(chart)).toEqual([{ title: 'Count', values: ['3', '4'], total: '7' }])
  })
})
