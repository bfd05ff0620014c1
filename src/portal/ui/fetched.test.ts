import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fetched } from './fetched.tsx'

const Field = () => createElement('input', { name: 'field' })
const Fallback = () => createElement('output')

it('what was fetched is there when it is first drawn, without a fallback that is taken away later', async () => {
  const Late = fetched(async () => Field, Fallback)
  expect(renderToString(createElement(Late))).toContain('<output>')
  await Late.fetch()
  expect(renderToString(createElement(Late))).toBe('<input name="field"/>')
})

it('is fetched once, and again where it could not be had', async () => {
  let asked = 0
  const Late = fetched(async () => {
    asked += 1
    if (asked === 1) throw new Error('no network')
    return Field
  }, Fallback)
  await expect(Late.fetch()).rejects.toThrow('no network')
  await Late.fetch()
  await Late.fetch()
  expect(asked).toBe(2)
})
