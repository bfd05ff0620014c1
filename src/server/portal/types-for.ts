import type { BootstrapAnswer } from '../../contract/index.ts'
import { hasOthersToo, type Engine } from '../../core/index.ts'
import { contextOf } from '../dashboards/open-source.ts'
import type { Session } from '../services.ts'
import { offFor } from '../settings/arrangement.ts'
import { manifestsFor } from './manifests-for.ts'
import { verbsOf } from './verbs-of.ts'

/** Document types that the person may do anything with, what (nothing new of those that the company switched off), and the address of the manifest that is theirs. */
export function typesFor(engine: Engine, session: Session): BootstrapAnswer['types'] {
  const { actor } = session
  const off = offFor(engine, session).types
  return Object.fromEntries([...manifestsFor(engine, actor)].flatMap(([id, { hash }]) => {
    const type = engine.catalogue.types[id]
    if (type === undefined) return []
    // Few types belong to people: no other is compiled for this.
    const hasOthers = type.owner !== undefined && hasOthersToo(type, engine.type(id).rowPredicate(actor, 'list', contextOf(session)), actor)
    const can = verbsOf(type, actor).filter((verb) => verb !== 'create' || !off.has(id))
    return [[id, { manifest: hash, can, ...(type.renamedFrom.length > 0 && { renamedFrom: type.renamedFrom }), ...(hasOthers && { hasOthers }) }]]
  }))
}
