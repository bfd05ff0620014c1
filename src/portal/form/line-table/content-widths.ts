import { useState, useSyncExternalStore } from 'react'
import type { ResolvedField } from '../../../core/index.ts'
import type { FormModel } from '../form-model.ts'
import type { References } from '../references.ts'
import { fieldText } from '../use-field-text.ts'
import { linesOf } from './line-paths.ts'

/** Beside the text: padding and borders of cell and input, and a little air. */
const AROUND = 28
/** Wider than this no text asks for its column to be: it takes a second line. */
const MAX_WIDTH = 340
/** Widths go in steps, so that not every letter moves the columns. */
const STEP = 5

export interface ContentWidths {
  /** What the longest text of each column takes, in their order; 0 for a column without one. */
  widths: number[]
  /** Takes the texts as they are now: a cell was left. */
  refresh: () => void
}

/** How much room the texts of the columns take. While a cell is typed in nothing moves. */
export function useContentWidths(model: FormModel, array: string, fields: ResolvedField[], references: References): ContentWidths {
  const [contents] = useState(() => new Contents(model, array, references))
  const joined = useSyncExternalStore(contents.subscribe, () => contents.read(fields))
  return { widths: joined.split(' ').map(Number), refresh: contents.refresh }
}

class Contents {
  readonly #model: FormModel
  readonly #array: string
  readonly #references: References
  readonly #listeners = new Set<() => void>()
  #known: { of: string; widths: string } | undefined
  #isDue = true

  constructor(model: FormModel, array: string, references: References) {
    this.#model = model
    this.#array = array
    this.#references = references
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    const changed = (): void => {
      if (!this.#isTypedIn()) this.#isDue = true
      listener()
    }
    const ends = [this.#model.subscribe(this.#array, changed), this.#references.subscribe(changed)]
    return () => {
      this.#listeners.delete(listener)
      for (const end of ends) end()
    }
  }

  refresh = (): void => {
    this.#isDue = true
    for (const listener of this.#listeners) listener()
  }

  read(fields: ResolvedField[]): string {
    const of = fields.map(({ name }) => name).join(' ')
    if (this.#known?.of !== of || this.#isDue) this.#known = { of, widths: this.#measure(fields) }
    this.#isDue = false
    return this.#known.widths
  }

  #measure(fields: ResolvedField[]): string {
    const lines = linesOf(this.#model.doc(), this.#array)
    return fields.map((field) => {
      const longest = lines.reduce((text, line) => longer(text, fieldText(field, line[field.name], this.#references)), '')
      return longest === '' ? 0 : Math.min(MAX_WIDTH, Math.ceil((textWidth(longest) + AROUND) / STEP) * STEP)
    }).join(' ')
  }

  #isTypedIn(): boolean {
    const focused = document.activeElement
    return focused !== null && focused.closest(`[data-lines="${CSS.escape(this.#array)}"] table`) !== null && !focused.matches('[readonly]')
  }
}

const longer = (a: string, b: string): string => (b.length > a.length ? b : a)

let measuring: CanvasRenderingContext2D | null | undefined

/** The width of a text in a cell of the line table, in pixels. */
export function textWidth(text: string): number {
  if (measuring === undefined) {
    measuring = document.createElement('canvas').getContext('2d')
    const { fontFamily, fontSize } = getComputedStyle(document.body)
    // Cells are written a step smaller than the text around (--mantine-font-size-sm).
    if (measuring) measuring.font = `${parseFloat(fontSize) * 0.875}px ${fontFamily}`
  }
  return measuring?.measureText(text).width ?? text.length * 8
}
