import type { FieldIssue } from '../errors.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

/** What a name that is no field was sent as: of it nothing is told, for it may be a field that the person does not get. */
const NO_FIELD = 'unknownField'

/**
 * The issue with what people call its field and, in lines, their table: a text that a manifest gives a check (“Required.”) does not
 * say it. What an action asks for is called as its own dialog calls it, whatever the document or another dialog calls its like.
 * @param action which the call does; undefined for one that saves.
 */
export function placed(issue: FieldIssue, { shape, actions }: Pick<ResolvedDocumentType, 'shape' | 'actions'>, action: string | undefined): FieldIssue {
  const [first = '', , inner] = issue.path.split('.')
  if (issue.rule === NO_FIELD || first === '') return issue
  const dialog = action !== undefined && Object.hasOwn(actions, action) ? actions[action]?.input : undefined
  const field = dialog?.fields[first] ?? shape.fields[first]
  const within = inner === undefined ? field : field?.line?.fields[inner]
  if (field === undefined || within === undefined) return issue
  return { ...issue, title: within.title, ...(inner !== undefined && { table: field.title }) }
}
