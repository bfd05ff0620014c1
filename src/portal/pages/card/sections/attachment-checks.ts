import { FILE_KINDS, kindByName, kindsText, type Json, type ResolvedAttachments } from '../../../../core/index.ts'

/**
 * Why a chosen file is not accepted, as a key of the manifest's messages; undefined if it is. The server also checks the file's content.
 */
export function refusalOf(limits: ResolvedAttachments, file: { name: string; size: number; type: string }, count: number): { key: string; values: Record<string, Json> } | undefined {
  const isKnown = kindByName(limits.types, file.name) !== undefined || limits.types.some((type) => FILE_KINDS[type]?.mediaType === file.type)
  if (limits.types.length > 0 && !isKnown) return { key: 'attachments.type', values: { fileName: file.name, expected: kindsText(limits.types) } }
  if (file.size === 0) return { key: 'attachments.empty', values: { fileName: file.name } }
  if (file.size >= limits.maxBytes) return { key: 'attachments.size', values: { fileName: file.name, limit: limits.maxBytes / 1_000_000 } }
  if (count >= limits.maxFiles) return { key: 'attachments.count', values: { limit: limits.maxFiles } }
  return undefined
}

/** The `accept` attribute of the file input. */
export function acceptedBy(limits: ResolvedAttachments): string {
  return limits.types.flatMap((type) => [...(FILE_KINDS[type]?.extensions.map((extension) => `.${extension}`) ?? []), FILE_KINDS[type]?.mediaType ?? '']).filter(Boolean).join(',')
}
