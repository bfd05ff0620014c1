/** A row of the table of import directions. */
export interface Boundary { name: string; message: string; from: string; notFrom?: string; to: string; notTo?: string[] }
export const BOUNDARIES: Boundary[]
/** The folders of src/server/store; each may import those before it. */
export const STORE_FOLDERS: string[]
/** The first rule that refuses an import. `file` is relative to the repository, with slashes; `imported` as written there. */
export function refusalOf(file: string, imported: string): Boundary | undefined
