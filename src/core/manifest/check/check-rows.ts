import { compileRows } from '../../access/translate-rows.ts'
import type { CheckContext, CheckPass } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { IssueCode } from '../read/issue-codes.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { Consequences, ResolvedDocumentType } from '../resolve/resolved.ts'

/** The `rows` of most permissions. */
const ALL_ROWS = 'true'

/** Conditions that select rows must be ones that the database can apply. */
export const checkRows: CheckPass = (context, expanded, type) => {
  for (const permission of Object.values(type.permissions)) expectRows(context, expanded, 'E501', ['permissions', permission.role, 'rows'], permission.rows, type, 'doc')
  for (const [name, list] of Object.entries(type.lists)) {
    const target = context.catalogue.types[list.of]
    if (list.where !== undefined && target !== undefined) expectRows(context, expanded, 'E502', ['lists', name, 'where'], list.where, target, 'row')
  }
  for (const [name, lookup] of Object.entries(type.lookups)) {
    const target = context.catalogue.types[lookup.of]
    if (target !== undefined) expectRows(context, expanded, 'E503', ['lookups', name, 'where'], lookup.where, target, 'row')
  }
  for (const { path, given } of consequencesWithin(type)) {
    for (const [index, post] of given.posts.entries()) {
      const target = context.catalogue.types[post.to]
      if (post.reverses !== undefined && target !== undefined) expectRows(context, expanded, 'E234', [...path, 'posts', index, 'reverses'], post.reverses, target, 'row')
    }
  }
}

/** Everything that posts: actions, the type's approval and its further ones. */
function consequencesWithin({ actions, approval, approvals }: ResolvedDocumentType): { path: KeyPath; given: Consequences }[] {
  return [
    ...Object.values(actions).map((action) => ({ path: ['actions', action.id], given: action })),
    ...(approval === undefined ? [] : [{ path: ['approval'], given: approval }]),
    ...Object.entries(approvals).map(([id, one]) => ({ path: ['approvals', id], given: one })),
  ]
}

function expectRows(context: CheckContext, expanded: ExpandedType, code: IssueCode, path: KeyPath, expression: string, manifest: ResolvedDocumentType, variable: 'doc' | 'row'): void {
  if (expression === ALL_ROWS) return
  const translation = compileRows(expression, { manifest, variable })
  if (translation.ok) return
  context.reporter.inType(code, expanded, path, translation.issue.message, { seen: translation.issue.node, expected: `a comparison of ${variable}.<field> with a value`, offset: translation.issue.start })
}
