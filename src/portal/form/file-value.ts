/** Files as field values, either stored or about to be uploaded. */
import { kindByName, kindsText, type Json, type JsonObject, t } from '../../core/index.ts'
import { formatBytes } from '../ui/format.ts'

export interface FileValue { id?: string; fileName: string; mediaType: string; /** The content in base64, until it is uploaded. */ attachment?: string }

/** Returns the value as a file; undefined for anything else. */
export function fileOf(value: Json | undefined): FileValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { id, fileName, mediaType, attachment }: JsonObject = value
  if (typeof fileName !== 'string') return undefined
  return {
    fileName, mediaType: typeof mediaType === 'string' ? mediaType : '',
    ...(typeof id === 'string' ? { id } : {}), ...(typeof attachment === 'string' ? { attachment } : {}),
  }
}

/** Why a chosen file is not accepted; undefined if it is. The server also checks the file's content. */
export function messageOfFile({ maxBytes, types }: { maxBytes: number; types: string[] }, file: { name: string; size: number }): string | undefined {
  if (file.size >= maxBytes) return t('File size should be less than {limit}!', { limit: formatBytes(maxBytes) })
  return kindByName(types, file.name) === undefined ? t('{name} cannot be attached here. Accepted: {kinds}.', { name: file.name, kinds: kindsText(types) }) : undefined
}

/** The content of a file that is not uploaded yet. */
export function blobOf({ attachment = '', mediaType }: FileValue): Blob {
  return new Blob([Uint8Array.from(atob(attachment), (letter) => letter.charCodeAt(0))], { type: mediaType })
}
