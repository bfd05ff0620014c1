import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useId } from './use-id.ts'

const Named = ({ given }: { given?: string }) => createElement('i', null, useId(given))

it('an element has the id that it was given, otherwise one of its own that a selector can hold', () => {
  const [first, second, given] = [{}, {}, { given: 'name' }].map((props, key) => createElement(Named, { ...props, key }))
  const [one = '', other = '', third] = renderToStaticMarkup(createElement('div', null, [first, second, given])).match(/(?<=<i>)[^<]+/g) ?? []
  expect(one).toMatch(/^mantine-[\w-]+$/)
  expect(other).toMatch(/^mantine-[\w-]+$/)
  expect(other).not.toBe(one)
  expect(third).toBe('name')
})
