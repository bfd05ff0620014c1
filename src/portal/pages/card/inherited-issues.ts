import type { FieldIssue, ResolvedSection } from '../../../core/index.ts'

/**
 * The issues without those of lines that only repeat one of the header: the line gets the value from there once it is entered.
 * @param isEmpty whether the line has no value of its own at the path
 */
export function withoutInherited(issues: readonly FieldIssue[], sections: readonly Pick<ResolvedSection, 'field' | 'inherits'>[], isEmpty: (path: string) => boolean): FieldIssue[] {
  const ofHeader = new Set(issues.map(({ path }) => path))
  return issues.filter(({ path }) => {
    const [array, , name = ''] = path.split('.')
    return !(ofHeader.has(name) && sections.some((section) => section.field === array && section.inherits?.fields.includes(name)) && isEmpty(path))
  })
}
