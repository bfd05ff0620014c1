import type { ProfileCard, ProfileFact, ProfileLink } from '../../contract/index.ts'
import { recordDoc, textOf, type Engine, type JsonObject, type ResolvedDocumentType, type ResolvedField, type ResolvedProfile, t } from '../../core/index.ts'
import { holds } from '../portal/holds.ts'
import { mayOpen } from '../portal/pages-for.ts'
import type { Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import { loadCaptions, type Captions } from './captions.ts'
import { contextOf } from './visible-source.ts'

/** The profile card of the current user, from their employee record; null for users who are not employees. */
export async function readProfile(db: Db, engine: Engine, session: Session, profile: ResolvedProfile): Promise<ProfileCard | null> {
  const people = engine.catalogue.organisation.employees
  const manifest = people === undefined ? undefined : engine.catalogue.types[people.type]
  const { actor } = session
  if (people === undefined || manifest === undefined || actor.employee === undefined) return null
  const record = (await loadRecords(db, session.company.code, [{ type: people.type, key: actor.employee }])).get(refKey(people.type, actor.employee))
  const doc = record === undefined ? {} : recordDoc(manifest, record)
  const { fields } = manifest.shape
  const shown = profile.fields.flatMap((given) => (fields[given.name] === undefined ? [] : [{ ...given, field: fields[given.name]! }]))
  const subtitle = profile.subtitle === undefined ? undefined : fields[profile.subtitle]
  const captions = await loadCaptions(db, engine, session, [...shown.map(({ field }) => field), ...(subtitle ? [subtitle] : [])].map((field) => ({ field, value: doc[field.name] })))
  return {
    name: textIn(doc, people.name) || actor.name,
    subtitle: subtitle === undefined ? '' : captions(manifest, subtitle, doc[subtitle.name]),
    isApprover: actor.isApprover,
    fields: shown.map(({ field, title, icon }) => factOf({ manifest, doc, captions }, field, title ?? field.title, icon)),
    buttons: profile.buttons.flatMap((button): ProfileLink[] => {
      const page = engine.catalogue.pages[button.page]
      if (page === undefined || !mayOpen(engine, session, page)) return []
      if (button.when !== undefined && !holds(engine, button.when, contextOf(session))) return []
      const needed = button.needs === undefined ? undefined : textIn(doc, button.needs)
      return [{
        id: button.id, title: textOf(button.title, session.settings), icon: button.icon ?? null, page: page.id,
        key: page.key === undefined ? null : (needed ?? null), isEnabled: needed === undefined || needed !== '',
      }]
    }),
  }
}

interface Person { manifest: ResolvedDocumentType; doc: JsonObject; captions: Captions }

function factOf({ manifest, doc, captions }: Person, field: ResolvedField, title: string, icon: string | undefined): ProfileFact {
  return { id: field.name, title: t(title), icon: icon ?? null, value: captions(manifest, field, doc[field.name]), format: formatOf(field) }
}

function formatOf({ format }: ResolvedField): ProfileFact['format'] {
  return format === 'date' || format === 'email' ? format : 'text'
}

function textIn(doc: JsonObject, name: string): string {
  const value = doc[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
