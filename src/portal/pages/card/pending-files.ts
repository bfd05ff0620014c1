import type { FieldIssue } from '../../../core/index.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'

/** The files to upload with the next save: those that the server has not refused. */
export const sendable = (files: PendingFile[]): PendingFile[] => files.filter((file) => file.refused === undefined)

/** The files with new ones added; a refused file is replaced by a new one of the same name. */
export function withFiles(files: PendingFile[], added: PendingFile[]): PendingFile[] {
  const names = new Set(added.map((file) => file.fileName))
  return [...files.filter((file) => file.refused === undefined || !names.has(file.fileName)), ...added]
}

/** An error of the server about a file, and the file's id. */
interface FileProblem { id: string; issue: FieldIssue }

/**
 * The server's errors about uploaded files, with the files' ids in place of their positions in the list sent.
 * @param kept the number of stored files that preceded them in that list.
 */
export function fileProblems(errors: FieldIssue[], field: string, sent: PendingFile[], kept: number): FileProblem[] {
  return errors.flatMap((issue) => {
    const [name, place] = issue.path.split('.')
    const file = name === field && place !== undefined ? sent[Number(place) - kept] : undefined
    return file ? [{ id: file.id, issue: { ...issue, path: `${field}.${file.id}` } }] : []
  })
}

/** The files, those with an error marked with the server's message. */
export function markRefused(files: PendingFile[], problems: FileProblem[]): PendingFile[] {
  return files.map((file) => {
    const found = problems.find(({ id }) => id === file.id)
    return found ? { ...file, refused: found.issue.message } : file
  })
}

/** The errors that block saving: refused files must be removed or replaced first, so that no file goes missing unnoticed. */
export function openRefusals(files: PendingFile[], field: string): FieldIssue[] {
  return files.flatMap(({ id, refused }) => (refused === undefined ? [] : [{ path: `${field}.${id}`, rule: 'attachments.refused', message: refused, severity: 'error' as const }]))
}
