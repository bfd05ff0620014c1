/** What somebody does to a field without writing JSON: each deed returns the operations of the draft with its own added or taken back. Pure. */
import { isSame, pathText, valueAt } from '../../../../core/index.ts'
import { namesIn, sectionLists, type Outline, type OutlineGroup, type OutlineItem } from './outline.ts'
import { sketched, type DraftOperation } from './sketch.ts'

type Operations = readonly DraftOperation[]

/** The field is called otherwise; the caption that it has without the overlay takes the operation back. */
export function renamed(operations: Operations, { base }: Pick<Outline, 'base'>, { titleAt, titleBefore }: OutlineItem, title: string): DraftOperation[] {
  if (titleAt === undefined) return [...operations]
  const at = pathText(titleAt)
  const others = operations.filter((one) => !(one['do'] === 'set' && one['at'] === at))
  if (title === titleBefore) return others
  const was = valueAt(base, titleAt)
  const operation = { do: 'set', at, to: title, ...(was !== undefined && { was }) }
  const index = operations.findIndex((one) => one['do'] === 'set' && one['at'] === at)
  return index < 0 ? [...others, operation] : others.toSpliced(index, 0, operation)
}

/** Hides the field, or takes that back. */
export function hidden(operations: Operations, { hideAt, entry }: OutlineItem, isHidden: boolean): DraftOperation[] {
  const at = pathText(hideAt)
  // Of a section that the field left, the operation belongs to the move.
  const others = operations.filter((one) => !(one['do'] === 'hide' && (one['at'] === at || (isOnCard(one, entry) && !isPartOfMove(operations, one)))))
  return isHidden ? [...others, { do: 'hide', at }] : others
}

/** Requires the field, or takes that back. */
export function required(operations: Operations, { requireAt, entry }: OutlineItem, isRequired: boolean): DraftOperation[] {
  if (requireAt === undefined) return [...operations]
  const at = pathText(requireAt)
  const others = operations.flatMap((one): DraftOperation[] => {
    const { to } = one
    if (one['do'] !== 'tighten' || one['at'] !== at || !Array.isArray(to) || !to.includes(entry)) return [one]
    return to.length === 1 ? [] : [{ ...one, to: to.filter((name) => name !== entry) }]
  })
  return isRequired ? [...others, { do: 'tighten', at, to: [entry] }] : others
}

/** Moves the field within its group: -1 up, 1 down. */
export function movedBy(operations: Operations, outline: Pick<Outline, 'before' | 'after'>, { at }: OutlineGroup, { entry }: OutlineItem, by: -1 | 1): DraftOperation[] {
  const order = namesIn(outline.after, at)
  const index = order.indexOf(entry)
  const others = order.filter((one) => one !== entry)
  const target = index + by
  if (index < 0 || target < 0 || target > others.length) return [...operations]
  const place = target === 0 ? { first: true } : { after: others[target - 1] ?? '' }
  const path = pathText([...at, entry])
  const added = operations.find((one) => one['do'] === 'add' && one['at'] === path)
  if (added) return operations.map((one) => (one === added ? { ...one, place } : one))
  const without = operations.filter((one) => !(one['do'] === 'move' && one['at'] === path))
  const next = [...without, { do: 'move', at: path, place }]
  return isSame(namesIn(sketched(outline.before, without), at), namesIn(sketched(outline.before, next), at)) ? without : next
}

/** Moves the field to the end of another section, or back to its own. */
export function movedTo(operations: Operations, { before }: Pick<Outline, 'before'>, { entry }: OutlineItem, to: readonly string[]): DraftOperation[] {
  const others = operations.filter((one) => !isOnCard(one, entry))
  const home = sectionLists(before).find((list) => namesIn(before, list).includes(entry))
  if (home?.join('.') === to.join('.')) return others
  const added = { do: 'add', at: pathText([...to, entry]), to: entry, place: { last: true } }
  return [...others, added, ...(home === undefined ? [] : [{ do: 'hide', at: pathText([...home, entry]) }])]
}

/** Without the operations at these positions. */
export function without(operations: Operations, indexes: readonly number[]): DraftOperation[] {
  return operations.filter((_, index) => !indexes.includes(index))
}

/** Whether the operation places the entry in a section of the card, or takes it out. */
function isOnCard({ at }: DraftOperation, entry: string): boolean {
  return typeof at === 'string' && at.startsWith('card.sections.') && at.endsWith(`.fields.${pathText([entry])}`)
}

/** Whether the operation takes a field out of the section that it leaves for another. */
export function isPartOfMove(operations: Operations, hide: DraftOperation): boolean {
  return addOf(operations, hide) !== undefined
}

/** The operation that puts the field of a `hide` into another section. */
export function addOf(operations: Operations, { at }: DraftOperation): DraftOperation | undefined {
  const entry = typeof at === 'string' ? at.split('.').at(-1) : undefined
  return operations.find((one) => one['do'] === 'add' && entry !== undefined && one['at'] !== at && isOnCard(one, entry))
}
