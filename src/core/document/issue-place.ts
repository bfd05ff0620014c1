import type { FieldIssue } from '../errors.ts'
import type { ResolvedDocumentType } from '../manifest/resolved.ts'

/** What a name that is no field was sent as: of it nothing is told, for it may be a field that the person does not get. */
const NO_FIELD = 'unknownField'

/**
 * The issue with what people call its field and, in lines, their table: a text that a manifest gives a check (“Required.”) does not
 * say it. What an action asks for is called as its dialog calls it.
 */
export function placed(issue: FieldIssue, { shape, actions }: Pick<ResolvedDocumentType, 'shape' | 'actions'>): FieldIssue {
  const [first = '', , inner] = issue.path.split('.')
  if (issue.rule === NO_FIELD || first === '') return issue
  const field = shape.fields[first] ?? Object.values(actions).map(({ input }) => input?.fields[first]).find((one) => one !== undefined)
  const within = inner === undefined ? field : field?.line?.fields[inner]
  if (field === undefined || within === undefined) return issue
  return { ...issue, title: within.title, ...(inner !== undefined && { table: field.title }) }
}
