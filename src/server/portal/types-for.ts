import type { BootstrapAnswer } from '../../contract/index.ts'
import type { Engine } from '../../core/index.ts'
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
    return type === undefined ? [] : [[id, { manifest: hash, can: verbsOf(type, actor).filter((verb) => verb !== 'create' || !off.has(id)) }]]
  }))
}
