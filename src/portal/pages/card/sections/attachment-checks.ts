import type { Json, ResolvedAttachments } from '../../../../core/index.ts'

const KINDS: Record<string, { extensions: string[]; mediaType: string }> = {
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf' },
  png: { extensions: ['png'], mediaType: 'image/png' },
  jpeg: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg' },
  gif: { extensions: ['gif'], mediaType: 'image/gif' },
  webp: { extensions: ['webp'], mediaType: 'image/webp' },
  xlsx: { extensions: ['xlsx'], mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  xls: { extensions: ['xls'], mediaType: 'application/vnd.ms-excel' },
  docx: { extensions: ['docx'], mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  doc: { extensions: ['doc'], mediaType: 'application/msword' },
}

/** Why a chosen file is not taken, as a key of the manifest's messages; undefined when it is. The server looks into the file itself. */
export function refusalOf(limits: ResolvedAttachments, file: { name: string; size: number; type: string }, count: number): { key: string; values: Record<string, Json> } | undefined {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  const isKnown = limits.types.some((type) => KINDS[type]?.extensions.includes(extension) || KINDS[type]?.mediaType === file.type)
  if (limits.types.length > 0 && !isKnown) return { key: 'attachments.type', values: { fileName: file.name, expected: extensions(limits) } }
  if (file.size === 0) return { key: 'attachments.empty', values: { fileName: file.name } }
  if (file.size >= limits.maxBytes) return { key: 'attachments.size', values: { fileName: file.name, limit: limits.maxBytes / 1_000_000 } }
  if (count >= limits.maxFiles) return { key: 'attachments.count', values: { limit: limits.maxFiles } }
  return undefined
}

/** What the file dialog offers. */
export function acceptedBy(limits: ResolvedAttachments): string {
  return limits.types.flatMap((type) => [...(KINDS[type]?.extensions.map((extension) => `.${extension}`) ?? []), KINDS[type]?.mediaType ?? '']).filter(Boolean).join(',')
}

/** `PDF, PNG, JPG` */
export function extensions(limits: ResolvedAttachments): string {
  return limits.types.map((type) => (KINDS[type]?.extensions[0] ?? type).toUpperCase()).join(', ')
}
