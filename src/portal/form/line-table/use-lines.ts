import { useMemo, useState } from 'react'
import type { FormModel } from '../form-model.ts'
import { useLineFigure } from './line-paths.ts'

/** Lines have no identity of their own until stored: the ids here keep a row's editor with its line when another line is removed. */
export function useLines(model: FormModel, array: string) {
  const count = useLineFigure(model, array, (lines) => lines.length)
  const [identities] = useState(() => new LineIdentities())
  const [stored] = useState(count)
  const ids = identities.upTo(count)
  return useMemo(() => ({
    ids,
    /** The number of lines when the form opened; later ones are new. */
    stored,
    add: (values?: Parameters<FormModel['addLine']>[1]) => model.addLine(array, values),
    remove: (index: number) => {
      identities.drop(index)
      model.removeLine(array, index)
    },
  }), [model, array, identities, stored, ids])
}

/** An id for each line; returns the same array until a line is added or removed. */
class LineIdentities {
  #ids: readonly number[] = []
  #next = 1

  upTo(count: number): readonly number[] {
    if (this.#ids.length > count) this.#ids = this.#ids.slice(0, count)
    if (this.#ids.length < count) this.#ids = [...this.#ids, ...Array.from({ length: count - this.#ids.length }, () => this.#next++)]
    return this.#ids
  }

  drop(index: number): void {
    this.#ids = this.#ids.filter((_, at) => at !== index)
  }
}
