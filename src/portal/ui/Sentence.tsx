import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { templateOf } from '../../core/index.ts'
import type { Placeholders } from '../../core/index.ts'

/** A translated text whose placeholders are elements: `<Sentence text="Welcome, {name}" name={<b>Wanjiku</b>} />`. */
export function Sentence<const S extends string>({ text, ...parts }: { text: S } & Record<Placeholders<S>, ReactNode>) {
  const given = parts as Record<string, ReactNode>
  return templateOf(text, undefined).split(/\{(\w+)\}/).map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : given[part]}</Fragment>)
}
