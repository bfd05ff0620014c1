import type { ClientManifest, ListQuery } from '../../../contract/index.ts'
import { download, messageOf } from '../../api/client.ts'
import { documentPath } from '../../api/endpoints.ts'
import { saveBlob } from '../../ui/files.ts'
import { toast } from '../../ui/toasts.ts'

/** Saves all rows of a list, as it is narrowed and ordered, and the given columns, as a file for spreadsheets. */
export async function exportList({ id }: Pick<ClientManifest, 'id'>, { limit: _limit, cursor: _cursor, tiles: _tiles, ...narrowing }: ListQuery, columns: string[]): Promise<void> {
  try {
    const { blob, fileName } = await download(`${documentPath(id)}/export.csv`, { ...narrowing, columns: columns.join() })
    saveBlob(blob, fileName)
  } catch (error) {
    toast.warning(messageOf(error))
  }
}
