import type { FormModel } from '../../form/form-model.ts'
import type { Carried } from './carried-lines.ts'

/** Adds the lines to a form, each value as if it had been typed. */
export function addCarried(model: FormModel, { array, lines }: Carried): void {
  for (const line of lines) {
    const index = model.addLine(array)
    for (const [field, value] of Object.entries(line)) model.set(`${array}.${index}.${field}`, value)
  }
}
