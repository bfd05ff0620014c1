import { expect, test } from 'vitest'
import { edited, goodSources, load, type Edit } from './load.ts'

const desk = (edits: Edit[]) => load(edited(edits)).catalogue?.dashboards['desk']
const fromModule = (module: string, part: object): Edit => ({ file: `${module}/module.json`, to: { id: module, title: module, ...part } })

test('tiles, charts and series have their declared order, and a tile opens the list of its type', () => {
  const dashboard = desk([])
  expect(dashboard?.tiles.map(({ id, page }) => [id, page])).toEqual([['all', 'desk'], ['late', 'loans.list']])
  expect(dashboard?.charts.map(({ id, series }) => [id, series.map((one) => [one.id, one.as])])).toEqual([
    ['states', [['loans', 'bars']]], ['months', [['fees', 'line'], ['loans', 'bars']]],
  ])
})

test('another module may add tiles, series, buttons, charts and roles to a dashboard by its name', () => {
  const dashboard = desk([fromModule('more', {
    roles: { clerk: 'Helps' },
    dashboards: {
      desk: {
        roles: ['clerk'],
        profile: { buttons: { first: { title: 'First', page: 'loans.list', order: 1 } } },
        tiles: { devices: { title: 'Devices', type: 'device', sum: 'fee', order: 1.5 } },
        charts: { months: { series: { again: { title: 'Again', type: 'loan', date: 'from', order: 0 } } }, own: { title: 'Own', kind: 'bars', series: { all: { title: 'All', type: 'loan', date: 'from' } } } },
      },
    },
  })])
  expect(dashboard?.roles).toEqual(['keeper', 'clerk'])
  expect(dashboard?.profile?.buttons.map(({ id, icon, when }) => [id, icon, when])).toEqual([['first', undefined, undefined], ['paper', undefined, undefined], ['desk', 'home', 'has(user.employee)']])
  expect(dashboard?.tiles.map(({ id }) => id)).toEqual(['all', 'devices', 'late'])
  expect(dashboard?.charts.map(({ id, series }) => [id, series.length])).toEqual([['states', 1], ['months', 3], ['own', 1]])
})

test('a module may repeat a declaration of another unchanged', () => {
  const { issues } = load(edited([fromModule('more', { dashboards: { desk: { when: 'has(user.employee)', charts: { months: { kind: 'months' } } } } })]))
  expect(issues).toEqual([])
})

test('a change of a dashboard does not change the types', () => {
  const sources = goodSources()
  const types = load(sources).catalogue?.types['loan']?.hash
  expect(load(edited([{ file: 'lending/module.json', at: ['dashboards', 'desk', 'tiles', 'late', 'title'], to: 'Overdue' }])).catalogue?.types['loan']?.hash).toBe(types)
})

test('landing pages are tried in their order', () => {
  expect(load(goodSources()).catalogue?.landing).toEqual([{ id: 'loans', page: 'loans.list', roles: ['keeper'] }, { id: 'desk', page: 'desk', when: 'has(user.employee)' }])
})
