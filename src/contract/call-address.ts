import type { ResolvedEndpoint } from '../core/index.ts'
import { API_PREFIX } from './headers.ts'

export type QueryValues = Record<string, string | number | boolean | null | undefined>

/** The address of a call as the portal sends it; empty values of the query are left out. */
export function callAddress(path: string, values: QueryValues = {}): string {
  const base = /^https?:|^\//.test(path) ? path : `${API_PREFIX}/${path}`
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(String(value)))}`).join('&')
  return text === '' ? base : base + (base.includes('?') ? '&' : '?') + text
}

/** Half a character, as a text cut in the middle of one ends, becomes U+FFFD: encodeURIComponent would throw. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}')
}

/** Path and query with which the endpoint is called about the record. */
export function keyedCall({ path, key: place, fixedQuery }: Pick<ResolvedEndpoint, 'path' | 'key' | 'fixedQuery'>, key: string | undefined): { path: string; query: Record<string, string> } {
  return {
    path: path.replace(/:([A-Za-z_]\w*)/g, () => encodeURIComponent(key ?? '')),
    query: { ...fixedQuery, ...(key !== undefined && place?.in === 'query' ? { [place.name]: key } : {}) },
  }
}

/** `documents/<type>` or `documents/<type>/<key>`. */
export function documentPath(type: string, key?: string): string {
  return key === undefined ? `documents/${type}` : `documents/${type}/${encodeURIComponent(key)}`
}
