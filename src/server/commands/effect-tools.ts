/** What an effect of a module may do with the engine, in the transaction of the command that runs it. */
import { recordDoc, type CompiledType, type Doc, type RuleContext } from '../../core/index.ts'
import type { EffectTools } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { withOrganisation } from '../store/organisation.ts'
import { queueNotices } from '../store/outbox.ts'
import { loadRecords, lookUp, refKey } from '../store/references.ts'
import { contactsOf } from '../store/users.ts'
import type { CommandContext } from './context.ts'
import { postEntry } from './post-entry.ts'

/** The tools, bound to the command and to the document that it is about. */
export function effectTools(tx: Tx, command: CommandContext, { type, doc, ctx }: { type: CompiledType; doc: Doc; ctx: RuleContext }): EffectTools {
  const { engine, session } = command
  const company = session.company.code
  return {
    async lookUp(name) {
      const lookup = Object.hasOwn(type.manifest.lookups, name) ? type.manifest.lookups[name] : undefined
      if (lookup === undefined) throw new Error(`${type.manifest.id} declares no lookup ${name}.`)
      return lookUp(tx, company, lookup.of, type.whereOf('lookup', name, doc, ctx), lookup.sum)
    },
    async read(of, key) {
      const record = (await loadRecords(tx, company, [{ type: of, key }])).get(refKey(of, key))
      return record === undefined ? undefined : recordDoc(engine.type(of).manifest, record)
    },
    async post(to, values) {
      return (await postEntry(tx, command, to, values)).key
    },
    async tell({ employees = [], role }, subject, text) {
      const byRole = role === undefined ? [] : await withOrganisation(tx, engine.catalogue, company, (organisation) => organisation.withRole(role))
      const contacts = await contactsOf(tx, company, [...new Set([...employees, ...byRole])])
      await queueNotices(tx, [...contacts.values()].map((contact) => ({ company, recipient: contact.email, subject, text: `Dear ${contact.name},\n\n${text}` })))
    },
  }
}
