/** Conversion of files between the browser and the wire. */
import { t } from '../../core/index.ts'

/** A file as base64 without the data-URL header. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error(t('The file could not be read.')))
    reader.readAsDataURL(file)
  })
}

/** Starts a browser download of a blob. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Revoked later: Safari reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 30_000)
}
