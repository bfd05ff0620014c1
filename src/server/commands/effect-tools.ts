/** What a module's effect may do with the engine, in the transaction of the command that runs it. */
import { ALWAYS, emptyFigure, keyOfFigure, recordDoc, type CompiledType, type Doc, type RuleContext, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { deliver } from '../notifications/deliver.ts'
import type { EffectTools } from '../services.ts'
import type { Tx } from '../store/connection/database.ts'
import { lockDocument, updateDocument } from '../store/documents/documents.ts'
import { appendEvent } from '../store/audit/events.ts'
import { lockKeys } from '../store/transactions/lock-keys.ts'
import { withOrganisation } from '../store/approvals/organisation.ts'
import { lookUp } from '../store/lists/figures.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import { contactsOf } from '../store/users/contacts.ts'
import { changesBetween } from './changes.ts'
import { fullContext, messageFor, type CommandContext } from './context.ts'
import { docForOthers } from './doc-for-others.ts'
import { prepareWrite } from './prepare-write.ts'
import { postEntry } from './post-entry.ts'

/** The tools, bound to the command and its document. */
export function effectTools(tx: Tx, command: CommandContext, { type, record, doc, ctx }: { type: CompiledType; record: StoredRecord; doc: Doc; ctx: RuleContext }): EffectTools {
  const { engine, session } = command
  const company = session.company.code
  return {
    async lookUp(name) {
      const lookup = Object.hasOwn(type.manifest.lookups, name) ? type.manifest.lookups[name] : undefined
      if (lookup === undefined) throw new Error(`${type.manifest.id} declares no lookup ${name}.`)
      const where = type.whereOf('lookup', name, doc, ctx)
      await lockKeys(tx, company, [keyOfFigure(lookup.of, lookup.where, where) ?? []].flat())
      return lookUp(tx, company, { of: lookup.of, where, ...type.figureOf(name), empty: emptyFigure(lookup) })
    },
    async read(of, key) {
      const record = (await loadRecords(tx, company, [{ type: of, key }])).get(refKey(of, key))
      return record === undefined ? undefined : recordDoc(engine.type(of).manifest, record)
    },
    async change(of, key, change) {
      const other = engine.type(of)
      const before = await lockDocument(tx, { company, type: of, key }, ALWAYS)
      if (before === undefined) return undefined
      const was = recordDoc(other.manifest, before)
      const { ctx: around } = await fullContext(tx, command, other, was, {})
      const next = other.recomputeComputedFields(change(was), around)
      await prepareWrite(tx, command, other.manifest, before, { ...before, data: next })
      const written = await updateDocument(tx, other.manifest, { company, key }, before.rev, { state: before.state, owner: before.owner, data: next, by: session.actor.id, at: command.now })
      if (written === undefined) throw new AppError('stale')
      await appendEvent(tx, { company, type: of, key, kind: 'updated', actor: session.actor.id, ip: session.ip, at: command.now, changes: changesBetween(other.manifest, was, next) })
      return next
    },
    refuse(message) {
      throw new AppError('invalid-document', { message })
    },
    async post(to, values) {
      await postEntry(tx, command, to, values)
    },
    async notify({ employees = [], role }, subject, text) {
      const byRole = role === undefined ? [] : await withOrganisation(tx, engine.catalogue, company, (organisation) => organisation.withRole(role))
      const contacts = await contactsOf(tx, engine.catalogue.organisation, company, [...new Set([...employees, ...byRole])], 'notice')
      const docOf = await docForOthers(tx, command, type, record, [...contacts.values()].map(({ id }) => id))
      const filled = (id: string, template: string): string => messageFor(type, session, template, docOf(id))
      await deliver(tx, { company, kind: 'notice', at: command.now, services: command.services, by: session.actor.id }, contacts.values(), ({ id }) => ({ title: filled(id, subject), text: filled(id, text), path: null }))
    },
  }
}
