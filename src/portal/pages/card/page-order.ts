/** The order in which the sections of a card stand on the page, and with them what is wrong in them. */
import type { FieldIssue, ResolvedSection } from '../../../core/index.ts'

/**
 * The sections from top to bottom. On a phone the receipt comes first where `leads`, that is, while the document needs it or is read: there
 * the form below is long.
 */
export function sectionsInOrder(sections: readonly ResolvedSection[], { isPhone, leads }: { isPhone: boolean; leads: boolean }): ResolvedSection[] {
  const isFirst = ({ kind }: ResolvedSection): boolean => isPhone && leads && kind === 'attachments'
  return [...sections.filter(isFirst), ...sections.filter((section) => !isFirst(section))]
}

/** The issues in the order of the sections that show their fields; those of no field first. Within a section they stay as they are. */
export function issuesInOrder(issues: readonly FieldIssue[], sections: readonly ResolvedSection[], attachments: string | undefined): FieldIssue[] {
  const at = ({ path }: FieldIssue): number => {
    if (path === '') return -1
    const [name = ''] = path.split('.')
    const found = sections.findIndex((section) => (section.kind === 'attachments' ? name === attachments : section.field === name || section.fields.includes(name)))
    return found < 0 ? sections.length : found
  }
  return issues.toSorted((one, other) => at(one) - at(other))
}
