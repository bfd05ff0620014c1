import { MAX_SEARCH_LENGTH } from '../../contract/index.ts'
import { approvalsOf, hiddenFields, type CompiledType, type ResolvedDocumentType } from '../../core/index.ts'
import { titleFor, type CommandContext } from '../commands/context.ts'
import type { EntrySearch } from '../store/approvals/approval-entries.ts'

const MAX_WORDS = 8

/** The condition an entry must meet to match the search text; undefined for empty text. */
export function entrySearch({ engine, session }: CommandContext, text: string): EntrySearch | undefined {
  const words = text.slice(0, MAX_SEARCH_LENGTH).split(/\s+/).filter((word) => word !== '').slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  const types: CompiledType[] = Object.values(engine.catalogue.types).filter((type) => type.approval !== undefined).map((type) => engine.type(type.id))
  return {
    words,
    titles: Object.fromEntries(types.map((type) => [type.manifest.id, titleFor(type, session)])),
    fields: types.map(({ manifest }) => ({ manifest, names: searchedFields(manifest) })),
  }
}

/**
 * Text fields the inbox shows of a document, except those redacted for any role: a search would disclose their content to people who cannot
 * see them.
 */
function searchedFields(manifest: ResolvedDocumentType): string[] {
  const redacted = new Set(hiddenFields(manifest))
  const shown = approvalsOf(manifest).flatMap(({ summary, columns }) => [...summary, ...Object.keys(columns)])
  return [...new Set(shown)].filter((name) => manifest.shape.fields[name]?.type === 'string' && !redacted.has(name) && name !== manifest.key && name !== manifest.stateField && name !== manifest.owner)
}
