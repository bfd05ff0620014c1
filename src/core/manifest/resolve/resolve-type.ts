import { withHash } from './content-hash.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { DocumentTypeManifest, Rule } from '../language/manifest.generated.ts'
import { expandStates, stateOfWire, wireStates } from '../../document/wire-state.ts'
import { FIELD_DEFAULTS } from '../language/field-keywords.ts'
import { resolveActions, resolveApproval, resolveApprovals, resolveStates } from './resolve-actions.ts'
import { stateFieldOf } from '../read/shorthand/wire-state-fields.ts'
import { resolveEndpoints } from './resolve-endpoints.ts'
import { resolveCard, resolveList, resolveWizard } from './resolve-screens.ts'
import { resolveBalances } from './resolve-balances.ts'
import { resolveJob } from './resolve-job.ts'
import { definedOnly, resolveShape, type OtherTypes } from './resolve-shape.ts'
import { ruleName } from '../read/shorthand/rule-groups.ts'
import { resolveLookup } from './resolve-lookup.ts'
import type { ResolvedAttachments, ResolvedDocumentType, ResolvedField, ResolvedPermission, ResolvedPrint, ResolvedRule, ResolvedShape, RuleEffect } from './resolved.ts'

const ICONS = { document: 'file-text', master: 'list-details', ledger: 'book' } as const
const EFFECTS: RuleEffect[] = ['visible', 'enabled', 'required', 'value', 'fill', 'check', 'min', 'max', 'unavailable', 'label']
const ATTACHMENT_BYTES = 2_000_000
const ATTACHMENT_FILES = 10
const ATTACHMENT_TYPES = ['pdf', 'png', 'jpeg', 'gif', 'webp', 'xlsx', 'xls', 'docx', 'doc']

export interface ResolveContext extends OtherTypes {
  /** The type that holds people, for the field that asks whom to delegate to. */
  employees: string | undefined
}

/** One type with every default filled in. The structure of the manifest must be valid; its references need not be. */
export function resolveType(type: ExpandedType, context: ResolveContext): ResolvedDocumentType {
  const manifest = type.manifest as unknown as DocumentTypeManifest
  const stateField = stateFieldOf(manifest)
  const states = resolveStates(manifest)
  const shape = completeShape(resolveShape('header', manifest.schema, context), manifest, stateField, states)
  const label = labelField(manifest)
  const screens = { manifest, shape, label, stateField, states }
  const resolved: Omit<ResolvedDocumentType, 'hash'> = {
    id: manifest.id,
    module: type.module,
    renamedFrom: manifest.renamedFrom ?? [],
    version: manifest.version ?? 1,
    kind: manifest.kind,
    title: { one: manifest.title.one, many: manifest.title.many, list: manifest.title.list ?? '{many}', new: manifest.title.new ?? 'New {one}', ...definedOnly({ setting: manifest.title.setting, listFor: manifest.title.listFor }) },
    icon: manifest.icon ?? ICONS[manifest.kind],
    description: manifest.description ?? '',
    key: manifest.key,
    label,
    ...definedOnly({ series: manifest.series, owner: manifest.owner, ownerChosenBy: manifest.ownerChosenBy, gapless: (manifest.gapless ?? manifest.kind === 'ledger') || undefined }),
    stateField,
    shape,
    ...definedOnly({ source: manifest.source && { service: manifest.source.service, rows: (manifest.source.rows ?? '').split('.').filter(Boolean), values: manifest.source.values, ...definedOnly({ when: manifest.source.when }) } }),
    lists: Object.fromEntries(Object.entries(manifest.lists ?? {}).map(([name, list]) => [name, { of: list.of, ...definedOnly({ where: list.where }) }])),
    lookups: Object.fromEntries(Object.entries(manifest.lookups ?? {}).map(([name, lookup]) => [name, resolveLookup(name, lookup, context)])),
    rules: Object.fromEntries(Object.entries({ ...manifest.rules, ...rulesOfDualControl(manifest), ...rulesOfChosenOwner(manifest), ...rulesOfReferences(shape) }).map(([name, rule]) => [name, resolveRule(name, rule)])),
    list: resolveList(screens),
    card: resolveCard(screens),
    ...definedOnly({ wizard: manifest.wizard && resolveWizard(manifest.wizard) }),
    states,
    actions: resolveActions(manifest, context, context.employees),
    ...definedOnly({ approval: resolveApproval(manifest, shape) }),
    approvals: resolveApprovals(manifest, shape),
    reminders: Object.fromEntries(Object.entries(manifest.reminders ?? {}).map(([name, given]) => [name, { name, date: given.date, days: given.days ?? [], to: given.to, subject: given.subject, text: given.text, ...definedOnly({ states: given.states && expandStates({ states, stateField }, given.states), when: given.when, hours: given.hours }) }])),
    ...definedOnly({ statement: manifest.statement && { balance: true, reversed: false, ...manifest.statement } }),
    ...definedOnly({ job: manifest.job && resolveJob(manifest.job) }),
    ...definedOnly({ balances: manifest.balances && resolveBalances(manifest.balances) }),
    ...definedOnly({ needsRevision: (manifest.needsRevision ?? manifest.dualControl !== undefined) || undefined }),
    ...definedOnly({ dualControl: manifest.dualControl && { own: 'refused' as const, ...manifest.dualControl } }),
    permissions: Object.fromEntries(Object.entries(manifest.permissions ?? {}).map(([role, given]): [string, ResolvedPermission] => [role, { role, rows: given.rows ?? 'true', can: given.can ?? [], hide: given.hide ?? [] }])),
    endpoints: resolveEndpoints(manifest, shape),
    messages: { ...textsOfParts(shape, manifest), ...manifest.messages },
    ...definedOnly({ attachments: resolveAttachments(manifest) }),
    print: Object.fromEntries(Object.entries(manifest.print ?? {}).map(([name, print]): [string, ResolvedPrint] => [name, {
      name, layout: type.layouts[print.layout] ?? { blocks: [] }, title: print.title, fileName: print.fileName ?? `{${manifest.key}}.pdf`, place: print.place ?? ['card', 'row'], ...definedOnly({ heading: print.heading, when: print.when }),
    }])),
  }
  return withHash({ ...resolved }, () => JSON.stringify(resolved))
}

/** In a form, the key of a record of another type goes when the field that decides the type changes. */
function rulesOfReferences({ fields }: ResolvedShape): Record<string, Rule> {
  const emptied = (field: ResolvedField, prefix: string): [string, Rule][] => (field.refBy === undefined ? [] : [[`${kebabPath(prefix + field.name)}-of-other-type`, { on: prefix + field.name, after: [field.refBy.field], fill: '""' }]])
  return Object.fromEntries(Object.values(fields).flatMap((field) => [...emptied(field, ''), ...Object.values(field.line?.fields ?? {}).flatMap((one) => emptied(one, `${field.name}.`))]))
}

/** The path of a field as a rule's name may contain it. */
const kebabPath = (path: string): string => path.replaceAll(/[A-Z_.]/g, (sign) => (/[A-Z]/.test(sign) ? `-${sign.toLowerCase()}` : '-'))

/** Who may choose the owner has to name one; for others the field is closed. */
function rulesOfChosenOwner({ owner, ownerChosenBy }: DocumentTypeManifest): Record<string, Rule> {
  if (owner === undefined || ownerChosenBy === undefined) return {}
  return {
    'owner-chosen-by': { on: owner, enabled: ownerChosenBy.map((role) => `${JSON.stringify(role)} in user.roles`).join(' || ') },
    'owner-needed': { on: owner, required: 'true' },
  }
}

/** People may not change these fields of a record about themselves; those under dual control they may request to change, if the type says so. */
function rulesOfDualControl({ dualControl }: DocumentTypeManifest): Record<string, Rule> {
  if (dualControl?.about === undefined) return {}
  const fields = [...(dualControl.own === 'requested' ? [] : dualControl.fields), ...(dualControl.notOwn ?? [])]
  const isOthers = `!has(user.employee) || doc.${dualControl.about} != user.employee`
  return Object.fromEntries(fields.map((field): [string, Rule] => [`not-of-ones-own-${kebabPath(field)}`, { on: field, enabled: isOthers }]))
}

/** Default texts for lines and files: the question before one is removed, and the text shown if there are no lines. */
function textsOfParts(shape: ResolvedShape, manifest: DocumentTypeManifest): Record<string, string> {
  const arrays = Object.values(shape.fields).filter(({ line }) => line !== undefined)
  return {
    ...Object.fromEntries(arrays.flatMap(({ name }) => [[`${name}.confirm`, 'Are you sure you want to remove this Item?'], [`${name}.empty`, 'No lines yet.']])),
    ...definedOnly({ 'attachments.confirm': manifest.attachments && 'Are you sure you want to remove this?' }),
  }
}

/** The field shown next to the key where a record is referenced. */
export function labelField(manifest: DocumentTypeManifest): string {
  return manifest.label ?? ['description', 'name'].find((name) => Object.hasOwn(manifest.schema.properties, name)) ?? manifest.key
}

/** Adjusts fields to their roles in the type: the server sets a numbered key, the owner and the state. */
function completeShape(shape: ResolvedShape, manifest: DocumentTypeManifest, stateField: string, states: ResolvedDocumentType['states']): ResolvedShape {
  const fields = { ...shape.fields }
  const change = (name: string | undefined, changes: Partial<ResolvedField>): void => {
    const field = name === undefined ? undefined : fields[name]
    if (field !== undefined) fields[field.name] = { ...field, ...changes }
  }
  if (manifest.series !== undefined) change(manifest.key, { readOnly: true })
  const owner = manifest.owner === undefined ? undefined : fields[manifest.owner]
  if (owner !== undefined) change(owner.name, manifest.ownerChosenBy === undefined ? { readOnly: true, stamp: owner.stamp ?? 'user.employee' } : { defaultExpression: owner.defaultExpression ?? 'user.employee' })
  if (Object.keys(states).length > 0) {
    const named = { states, stateField }
    // If several states share a wire name, the first one gives its caption.
    const ofWire = wireStates(named).map((word): [string, string] => [word, stateOfWire(named, word)?.label ?? word])
    const stateTitles = { ...Object.fromEntries(Object.values(states).map((state): [string, string] => [state.name, state.label])), ...Object.fromEntries(ofWire) }
    fields[stateField] = { ...(fields[stateField] ?? plainField(stateField, 'Status')), readOnly: true, enum: Object.keys(states), enumTitles: fields[stateField]?.enumTitles ?? stateTitles }
  }
  return { ...shape, fields }
}

function plainField(name: string, title: string): ResolvedField {
  return { name, type: 'string', title, readOnly: true, wire: name, ...FIELD_DEFAULTS }
}

function resolveRule(name: string, declared: Rule): ResolvedRule {
  const effect = EFFECTS.find((one) => declared[one as keyof Rule] !== undefined) ?? 'check'
  const [first = '', second] = String(declared.on).split('.')
  return {
    name: ruleName(name),
    on: second === undefined ? [first] : [first, second],
    effect,
    expression: String(declared[effect as keyof Rule]),
    after: declared.after ?? [],
    severity: declared.severity ?? 'error',
    whenHidden: declared.whenHidden ?? 'clear',
    whenDisabled: declared.whenDisabled ?? 'keep',
    relaxable: declared.relaxable ?? false,
    ...definedOnly({ when: declared.when, message: declared.message, for: declared.for }),
  }
}

function resolveAttachments(manifest: DocumentTypeManifest): ResolvedAttachments | undefined {
  const given = manifest.attachments
  if (given === undefined) return undefined
  return { field: given.field, maxBytes: given.maxBytes ?? ATTACHMENT_BYTES, maxFiles: given.maxFiles ?? ATTACHMENT_FILES, types: given.types ?? ATTACHMENT_TYPES, requiredFor: given.required ?? [], ...definedOnly({ requiredWhen: given.requiredWhen }) }
}
