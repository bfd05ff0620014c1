/** How a list's address names the record that is open in a dialog over it: `open=<key>`, or `new=1` for a new one. */
import type { LIST_ADDRESS_PARAMETERS } from '../../../core/index.ts'

type Own = (typeof LIST_ADDRESS_PARAMETERS)[number]
const OPEN = 'open' satisfies Own
const NEW = 'new' satisfies Own

/** Whether the address opens a dialog. */
export function asksForDialog(params: URLSearchParams): boolean {
  return params.has(OPEN) || params.get(NEW) === '1'
}

/** The address of the list alone. */
export function withoutDialog(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => name !== OPEN && name !== NEW))
}

/** The address with a record open; without a key, with a new one. */
export function dialogPath(path: string, params: URLSearchParams, key: string | undefined): string {
  const next = withoutDialog(params)
  if (key === undefined) next.set(NEW, '1')
  else next.set(OPEN, key)
  return `${path}?${next.toString()}`
}
