import { useMemo, useState } from 'react'
import type { ListQuery, WireRecord } from '../../../contract/index.ts'

/** Rows selected across all pages of a list; another search or filter starts a new selection. */
export interface Selection { records: WireRecord[]; choose: (records: WireRecord[]) => void; clear: () => void }

/** The selected rows of a list. */
export function useSelection({ cursor: _, sort: _order, limit: _size, ...narrowing }: ListQuery): Selection {
  const of = JSON.stringify(narrowing)
  const [chosen, setChosen] = useState<{ of: string; records: WireRecord[] }>({ of, records: [] })
  return useMemo(() => ({
    records: chosen.of === of ? chosen.records : [],
    choose: (records) => setChosen({ of, records }),
    clear: () => setChosen({ of, records: [] }),
  }), [chosen, of])
}
