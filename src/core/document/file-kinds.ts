/** The kinds of files that a document may have, as manifests name them. */

/** Each kind's file extensions, the usual one first, and its media type. */
export const FILE_KINDS: Readonly<Record<string, { extensions: readonly string[]; mediaType: string }>> = {
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf' },
  png: { extensions: ['png'], mediaType: 'image/png' },
  jpeg: { extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], mediaType: 'image/jpeg' },
  gif: { extensions: ['gif'], mediaType: 'image/gif' },
  webp: { extensions: ['webp'], mediaType: 'image/webp' },
  xlsx: { extensions: ['xlsx'], mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  xls: { extensions: ['xls'], mediaType: 'application/vnd.ms-excel' },
  docx: { extensions: ['docx'], mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  doc: { extensions: ['doc'], mediaType: 'application/msword' },
}

/** The extension of a file name, in lower case; undefined if it has none. */
export function extensionOf(fileName: string): string | undefined {
  return /\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]?.toLowerCase()
}

/** Which of these kinds the extension of a file name stands for; undefined if none. */
export function kindByName(kinds: readonly string[], fileName: string): string | undefined {
  const extension = extensionOf(fileName)
  return extension === undefined ? undefined : kinds.find((kind) => FILE_KINDS[kind]?.extensions.includes(extension))
}

/** Kinds as shown to people: `PDF, PNG, JPG`. */
export function kindsText(kinds: readonly string[]): string {
  return kinds.map((kind) => (FILE_KINDS[kind]?.extensions[0] ?? kind).toUpperCase()).join(', ')
}
