import { expectAction, expectField, expectRole, expectSetting, expectState, expectType, settingNames, type CheckContext, type Pass } from './check-context.ts'
import type { ExpandedType } from './expanded.ts'
import type { Action, DocumentTypeManifest } from './manifest.generated.ts'
import type { KeyPath } from './reporter.ts'
import { DECISIONS } from './resolve-actions.ts'
import type { ResolvedDocumentType } from './resolved.ts'

/** Placeholders that texts may hold beside fields. */
const PLACEHOLDERS = ['key', 'title', 'label', 'message', 'limit', 'state', 'reason', 'name', 'fileName', 'count', 'one', 'many']

/** Actions, approval, attachments and messages: states, roles, fields, effects and placeholders are there. */
export const checkActions: Pass = (context, expanded, type) => {
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  for (const [id, action] of Object.entries(manifest.actions ?? {})) checkAction(context, expanded, type, id, action)
  checkApproval(context, expanded, type, manifest)
  for (const [index, action] of (manifest.attachments?.required ?? []).entries()) expectAction(context, expanded, ['attachments', 'required', index], action, type)
  for (const [key, text] of Object.entries(manifest.messages ?? {})) checkPlaceholders(context, expanded, type, ['messages', key], text)
  for (const [name, rule] of Object.entries(manifest.rules ?? {})) if (rule.message !== undefined) checkPlaceholders(context, expanded, type, ['rules', name, 'message'], rule.message)
}

function checkAction(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, id: string, action: Action): void {
  const at = ['actions', id]
  const isDecision = type.approval !== undefined && (DECISIONS as readonly string[]).includes(id)
  const missing = (['label', 'from', 'who'] as const).filter((key) => action[key] === undefined)
  if (missing.length > 0 && !isDecision) context.reporter.inType('E219', expanded, at, `The action "${id}" lacks ${missing.join(', ')}.`, { key: true, expected: 'label, from and who', seen: Object.keys(action).join(', ') })
  const hasStates = Object.keys(type.states).length > 0
  for (const [index, state] of (action.from ?? []).entries()) if (hasStates) expectState(context, expanded, [...at, 'from', index], state, type, { also: ['new'] })
  for (const [index, who] of (action.who ?? []).entries()) expectRole(context, expanded, [...at, 'who', index], who, { also: ['owner'] })
  for (const field of Object.keys(action.sets ?? {})) expectField(context, expanded, [...at, 'sets', field], field, type.shape, { key: true })
  for (const [index, post] of (action.posts ?? []).entries()) {
    if (!expectType(context, expanded, [...at, 'posts', index, 'to'], post.to)) continue
    for (const field of Object.keys(post.values)) expectField(context, expanded, [...at, 'posts', index, 'values', field], field, context.catalogue.types[post.to]?.shape, { key: true })
  }
  const { effects, widgets } = context.known
  for (const [index, effect] of (action.effects ?? []).entries()) {
    if (effects !== undefined && !effects.includes(effect)) context.reporter.inType('E212', expanded, [...at, 'effects', index], `There is no effect "${effect}".`, { seen: effect, known: effects })
  }
  for (const [name, field] of Object.entries(action.input?.properties ?? {})) {
    const reference = field['x-ref']
    if (reference !== undefined) expectType(context, expanded, [...at, 'input', 'properties', name, 'x-ref', 'to'], reference.to)
    const widget = field['x-widget']
    if (widget !== undefined && widgets !== undefined && !widgets.includes(widget)) context.reporter.inType('E210', expanded, [...at, 'input', 'properties', name, 'x-widget'], `There is no widget "${widget}".`, { seen: widget, known: widgets })
  }
  if (typeof action.label === 'object') expectSetting(context, action.label.setting, (code, message, details) => context.reporter.inType(code, expanded, [...at, 'label', 'setting'], message, details))
  for (const key of ['success', 'failure'] as const) if (action[key] !== undefined) checkPlaceholders(context, expanded, type, [...at, key], action[key])
  const confirm = typeof action.confirm === 'string' ? action.confirm : action.confirm?.text
  if (confirm !== undefined) checkPlaceholders(context, expanded, type, [...at, 'confirm'], confirm)
}

function checkApproval(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { approval }: DocumentTypeManifest): void {
  if (approval === undefined) return
  for (const [index, field] of (approval.summary ?? []).entries()) expectField(context, expanded, ['approval', 'summary', index], field, type.shape)
  for (const [id, step] of Object.entries(approval.steps)) {
    if (typeof step.approver === 'object' && step.approver.role !== undefined) expectRole(context, expanded, ['approval', 'steps', id, 'approver', 'role'], step.approver.role)
  }
}

function checkPlaceholders(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, text: string): void {
  const lines = Object.values(type.shape.fields).flatMap((field) => Object.keys(field.line?.fields ?? {}))
  const inputs = Object.values(type.actions).flatMap((action) => Object.keys(action.input?.fields ?? {}))
  const known = [...new Set([...Object.keys(type.shape.fields), ...lines, ...inputs, ...PLACEHOLDERS])]
  const settings = settingNames(context.catalogue).map((name) => `settings.${name}`)
  for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
    const name = match[1] ?? ''
    const pool = name.startsWith('settings.') ? settings : known
    const plain = name.replace(/^(input|doc)\./, '')
    if (!pool.includes(plain)) context.reporter.inType('E216', expanded, path, `The text names "{${name}}", which there is not.`, { seen: name, known: pool, offset: match.index })
  }
}
