import { useState, useSyncExternalStore } from 'react'
import { fieldIn } from '../../../core/index.ts'
import type { ResolvedField } from '../../../core/index.ts'
import type { FormModel } from '../form-model.ts'
import type { References } from '../references.ts'
import { fieldText } from '../use-field-text.ts'
import { linesOf } from './line-paths.ts'

/** Pixels around the text: padding and borders of the cell and input, and some slack. */
const AROUND = 28
/** Maximum width that a text can claim for its column, in pixels; beyond it the text wraps. */
const MAX_WIDTH = 340
/** Widths grow in steps, so that not every letter moves the columns. */
const STEP = 5

export interface ContentWidths {
  /** The width of the longest text of each column, in column order; 0 for an empty column. */
  widths: number[]
  /** Measures again; call it when a cell is left. */
  refresh: () => void
}

/** The widths that the columns' texts need, in pixels. They do not change while the user types in a cell. */
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
      const longest = lines.reduce((text, line) => longer(text, fieldText(fieldIn(field, line), line[field.name], this.#references)), '')
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
    // Cells use a font one step smaller than the surrounding text (--mantine-font-size-sm).
    if (measuring) measuring.font = `${parseFloat(fontSize) * 0.875}px ${fontFamily}`
  }
  return measuring?.measureText(text).width ?? text.length * 8
}
