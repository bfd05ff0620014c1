import type { FieldIssue } from '../../../core/index.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'

/** The files that go with the next save: those that the server has not refused. */
export const sendable = (files: PendingFile[]): PendingFile[] => files.filter((file) => file.refused === undefined)

/** The files with more of them; one that was refused makes way for another of its name. */
export function withFiles(files: PendingFile[], added: PendingFile[]): PendingFile[] {
  const names = new Set(added.map((file) => file.fileName))
  return [...files.filter((file) => file.refused === undefined || !names.has(file.fileName)), ...added]
}

/** A problem that the server found in a file, and whose file it is. */
interface FileProblem { id: string; issue: FieldIssue }

/**
 * The server's problems with files that were sent, by the files' ids in place of their numbers in the list that it was sent.
 * @param kept how many stored files stood before them in that list.
 */
export function fileProblems(errors: FieldIssue[], field: string, sent: PendingFile[], kept: number): FileProblem[] {
  return errors.flatMap((issue) => {
    const [name, place] = issue.path.split('.')
    const file = name === field && place !== undefined ? sent[Number(place) - kept] : undefined
    return file ? [{ id: file.id, issue: { ...issue, path: `${field}.${file.id}` } }] : []
  })
}

/** The files, those with a problem marked with the server's sentence. */
export function markRefused(files: PendingFile[], problems: FileProblem[]): PendingFile[] {
  return files.map((file) => {
    const found = problems.find(({ id }) => id === file.id)
    return found ? { ...file, refused: found.issue.message } : file
  })
}

/** What stands against saving: files that were refused wait to be taken away or replaced, so that none is missed unseen. */
export function openRefusals(files: PendingFile[], field: string): FieldIssue[] {
  return files.flatMap(({ id, refused }) => (refused === undefined ? [] : [{ path: `${field}.${id}`, rule: 'attachments.refused', message: refused, severity: 'error' as const }]))
}
