/** Table layouts by the names that parts.ts gives them. They contain functions, which cannot be sent between threads. */
import type { CustomTableLayout } from 'pdfmake/interfaces.js'
import { CELL_SIDE, COLOURS } from './parts.ts'

const BARE: CustomTableLayout = { hLineWidth: () => 0, vLineWidth: () => 0, paddingLeft: () => 0, paddingRight: () => 0, paddingTop: () => 0, paddingBottom: () => 0 }

const MADE: Record<string, ((...said: string[]) => CustomTableLayout) | undefined> = {
  bare: () => BARE,
  line: (width, color) => ({ hLineColor: () => color, hLineWidth: () => Number(width), paddingTop: () => 0, paddingBottom: () => 0 }),
  spaced: (padding) => ({ ...BARE, paddingRight: () => 12, paddingTop: () => Number(padding), paddingBottom: () => Number(padding) }),
  ruled: (padding, summed) => {
    const isStrong = (row: number): boolean => Number(summed) > 0 && row === Number(summed)
    return {
      hLineWidth: (row) => { if (row === 0) return 0; return isStrong(row) ? 1 : 0.5 },
      hLineColor: (row) => (isStrong(row) ? COLOURS.INK : COLOURS.RULE),
      vLineWidth: () => 0,
      paddingLeft: () => CELL_SIDE, paddingRight: () => CELL_SIDE, paddingTop: () => Number(padding), paddingBottom: () => Number(padding),
    }
  },
}

/** The layout with this name. @throws Error if there is none */
export function tableLayout(name: string): CustomTableLayout {
  const [kind = '', ...said] = name.split(' ')
  const make = MADE[kind]
  if (make === undefined) throw new Error(`No table is laid out as "${name}".`)
  return make(...said)
}
