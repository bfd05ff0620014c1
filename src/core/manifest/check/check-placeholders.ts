/** Placeholders of texts: each names a value that there is. */
import { settingNames, type CheckContext } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedDocumentType } from '../resolve/resolved.ts'

/** Placeholders that texts may contain besides fields. */
const PLACEHOLDERS = ['key', 'title', 'label', 'message', 'limit', 'state', 'reason', 'name', 'fileName', 'count', 'one', 'many']

/** Reports E216 for each placeholder of a text that names nothing. */
export function checkPlaceholders(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, text: string): void {
  for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
    const name = match[1] ?? ''
    const pool = /^(settings|lookups)\./.test(name) ? figuresNamed(context, type) : valuesNamed(type)
    const plain = name.replace(/^(input|doc)\./, '')
    if (!pool.includes(plain)) context.reporter.inType('E216', expanded, path, `The text uses the unknown placeholder "{${name}}".`, { seen: name, known: pool, offset: match.index })
  }
}

const values = new WeakMap<ResolvedDocumentType, string[]>()

/** The names that texts use without a dot. */
function valuesNamed(type: ResolvedDocumentType): string[] {
  const known = values.get(type)
  if (known !== undefined) return known
  const fields = Object.values(type.shape.fields)
  const lines = fields.flatMap((field) => Object.keys(field.line?.fields ?? {}))
  const inputs = Object.values(type.actions).flatMap((action) => Object.keys(action.input?.fields ?? {}))
  const named = [...new Set([...fields.map(({ name }) => name), ...lines, ...inputs, ...PLACEHOLDERS])]
  values.set(type, named)
  return named
}

/** Grouped figures are lists, which no text can show. */
function figuresNamed({ catalogue }: CheckContext, { lookups }: ResolvedDocumentType): string[] {
  return [...settingNames(catalogue).map((name) => `settings.${name}`), ...Object.values(lookups).flatMap(({ name, group }) => (group === undefined ? [`lookups.${name}`] : []))]
}
