import type { ClientManifest } from '../../../contract/index.ts'
import type { ResolvedApproval, ResolvedField } from '../../../core/index.ts'

/** The fields by which people recognise a document. */
export interface Summary {
  amount?: string
  /** What it is about. */
  purpose?: string
  /** The name of whose it is. */
  person?: string
  /** Who, when: shown in one line. */
  facts: string[]
  /** What else its approvers are shown first. */
  rest: string[]
}

const MAX_DATES = 2
/** Longer texts are explanations. */
const NAME_LENGTH = 120

type Summarised = Pick<ClientManifest, 'kind' | 'shape' | 'key' | 'label' | 'approval' | 'owner'>

/**
 * The summary of a document, from what its manifest says already: its label, what approvers see first (`summary` of an approval), the
 * amount to decide on, and the name of who filled it in. Undefined for types that are not documents.
 * @param approval what is decided on, if it is not the type's own: an advance that was accounted for is decided by what was spent.
 */
export function summaryOf({ kind, shape, key, label, approval: own, owner }: Summarised, approval: ResolvedApproval | undefined = own): Summary | undefined {
  if (kind !== 'document') return undefined
  const fieldsNamed = (names: readonly string[]): ResolvedField[] => names.flatMap((name) => shape.fields[name] ?? []).filter((field) => !field.hidden && !field.internal)
  const listed = fieldsNamed(approval?.summary ?? [])
  const header = fieldsNamed(Object.keys(shape.fields))
  const decided = fieldsNamed(approval?.amount === undefined ? [] : [approval.amount])
  const amount = [...listed, ...decided].find(isMoney)?.name
  const [named] = label === key ? [] : fieldsNamed([label])
  const purpose = (named ?? listed.find((field) => isText(field) && (field.maxLength ?? 0) > NAME_LENGTH))?.name
  const person = ([...listed, ...header].find((field) => field.stamp === 'user.name'))?.name ?? fieldsNamed(owner === undefined ? [] : [owner])[0]?.name
  const owned = owner === undefined ? undefined : [...listed, ...header].find(({ stamp }) => stamp === 'user.name')?.name
  const dated = listed.filter(({ format }) => format === 'date')
  const dates = (dated.length > 0 ? dated : header.filter(({ format, defaultExpression, stamp }) => format === 'date' && (defaultExpression ?? stamp) === 'today').slice(0, 1)).slice(0, MAX_DATES)
  const facts = [...(person === undefined ? [] : [person]), ...dates.map(({ name }) => name)].filter((name) => name !== purpose)
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(owned === undefined ? {} : { person: owned }),
    facts,
    rest: listed.map(({ name }) => name).filter((name) => name !== amount && name !== purpose && name !== person),
  }
}

const isMoney = ({ money }: ResolvedField): boolean => money !== undefined
const isText = ({ type, format, ref, enum: options, stamp }: ResolvedField): boolean => type === 'string' && format === undefined && ref === undefined && options === undefined && stamp === undefined

/**
 * The fields of a form that only repeat whose document it is: the owner's number and name, which nobody enters. Together they are one line.
 */
export function identityOf({ shape, owner }: Pick<ClientManifest, 'shape' | 'owner'>, names: readonly string[]): string[] {
  const rank = ({ stamp, name }: ResolvedField): number => (stamp === 'user.name' ? 0 : 1 + Number(name === owner))
  const found = names.flatMap((name) => shape.fields[name] ?? []).filter((field) => field.readOnly && (field.name === owner || isOfPerson(field)))
  return found.sort((a, b) => rank(a) - rank(b)).map(({ name }) => name)
}

/** Stamped with who fills the form in: their name, their number or, for whoever has none, their address. */
const isOfPerson = ({ stamp }: ResolvedField): boolean => stamp !== undefined && /\buser\.(?:name|employee)\b/.test(stamp)
