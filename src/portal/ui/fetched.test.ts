import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fetched } from './fetched.tsx'

const Field = () => createElement('input', { name: 'field' })
const Fallback = () => createElement('output')

it('a component that was fetched before is rendered at once, without its fallback', async () => {
  const Late = fetched(async () => Field, Fallback)
  expect(renderToString(createElement(Late))).toContain('<output>')
  await Late.fetch()
  expect(renderToString(createElement(Late))).toBe('<input name="field"/>')
})

it('a component is fetched once, and again after a failure', async () => {
  let calls = 0
  const Late = fetched(async () => {
    calls += 1
    if (calls === 1) throw new Error('no network')
    return Field
  }, Fallback)
  await expect(Late.fetch()).rejects.toThrow('no network')
  await Late.fetch()
  await Late.fetch()
  expect(calls).toBe(2)
})
