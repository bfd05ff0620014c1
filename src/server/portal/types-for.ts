import type { BootstrapAnswer } from '../../contract/index.ts'
import { includesOthers, type Engine } from '../../core/index.ts'
import { contextOf } from '../dashboards/visible-source.ts'
import type { Session } from '../services.ts'
import { switchedOffFor } from '../settings/arrangement.ts'
import { manifestsFor } from './manifests-for.ts'
import { verbsOf } from './verbs-of.ts'

/**
 * Document types that the current user may use, with their verbs and the hash of their manifest. Types the company switched off cannot be
 * created.
 */
export function typesFor(engine: Engine, session: Session): BootstrapAnswer['types'] {
  const { actor } = session
  const off = switchedOffFor(engine, session).types
  const manifests = manifestsFor(engine, actor)
  return Object.fromEntries([...manifests].flatMap(([id, sent]) => {
    const type = engine.catalogue.types[id]
    if (type === undefined) return []
    // Few types have owners; no other type is compiled for this.
    const hasOthers = type.owner !== undefined && includesOthers(type, engine.type(id).rowPredicate(actor, 'list', contextOf(session)), actor)
    const can = verbsOf(type, actor).filter((verb) => verb !== 'create' || !off.has(id))
    const refersTo = sent.refersTo.filter((other) => other !== id && manifests.has(other))
    return [[id, { manifest: sent.hash, can, ...(refersTo.length > 0 && { refersTo }), ...(type.renamedFrom.length > 0 && { renamedFrom: type.renamedFrom }), ...(hasOthers && { hasOthers }) }]]
  }))
}
