import { isObject } from '../../document/json.ts'
import type { Json } from '../../document/json.ts'
import { overlaysOfType } from '../../overlay/apply-overlays.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { Reporter } from '../read/reporter.ts'
import type { SortedSources } from '../read/sort-sources.ts'

/**
 * Warns about print layouts that are used neither by the type, with its traits and extensions, nor by an overlay.
 * @param types the types with their traits and extensions.
 */
export function checkLayouts({ layouts, extensions, overlays }: Pick<SortedSources, 'layouts' | 'extensions' | 'overlays'>, types: Record<string, ExpandedType>, reporter: Reporter): void {
  for (const { type: id, module, file, path } of layouts) {
    const type = Object.hasOwn(types, id) ? types[id] : undefined
    // A layout without a manifest in its folder is reported when the files are sorted.
    if (type === undefined || !(type.module === module || extensions.some((by) => by.type === id && by.module === module))) continue
    const isNamed = namesLayout(type.manifest['print'], path) || overlaysOfType(type, overlays).some(({ operations }) => operations.some(({ to }) => namesLayout(to, path)))
    if (!isNamed) reporter.inFile('W702', file, [], `Nothing prints by "${path}": no "print" of "${id}" names it.`, { seen: path, expected: `"layout": "${path}" in a manifest` })
  }
}

function namesLayout(value: Json | undefined, path: string): boolean {
  if (Array.isArray(value)) return value.some((one) => namesLayout(one, path))
  return isObject(value) ? Object.values(value).some((one) => namesLayout(one, path)) : value === path
}
