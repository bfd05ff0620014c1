import type { FieldIssue } from '../errors.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

/**
 * The rule of issues about unknown names. Nothing is revealed of these, because the name may be that of a field that is redacted for the
 * user.
 */
const NO_FIELD = 'unknownField'

/**
 * The issue with the display name of its field and, in lines, of their table: the message of a check in a manifest (“Required.”) does not
 * contain it. A field of an action's input is named as in that action's dialog, whatever the document or another dialog calls a field of
 * the same name.
 * @param action the action that the call performs; undefined for a save.
 */
export function withDisplayNames(issue: FieldIssue, { shape, actions }: Pick<ResolvedDocumentType, 'shape' | 'actions'>, action: string | undefined): FieldIssue {
  const [first = '', , inner] = issue.path.split('.')
  if (issue.rule === NO_FIELD || first === '') return issue
  const dialog = action !== undefined && Object.hasOwn(actions, action) ? actions[action]?.input : undefined
  const field = dialog?.fields[first] ?? shape.fields[first]
  const within = inner === undefined ? field : field?.line?.fields[inner]
  if (field === undefined || within === undefined) return issue
  return { ...issue, title: within.title, ...(inner !== undefined && { table: field.title }) }
}
