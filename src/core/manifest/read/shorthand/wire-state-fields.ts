import type { DocumentTypeManifest, Field, State } from '../../language/manifest.generated.ts'

type WithStates = Pick<DocumentTypeManifest, 'states' | 'stateField'>

/** The field that holds the state. */
export function stateFieldOf({ stateField = 'status' }: Pick<DocumentTypeManifest, 'stateField'>): string {
  return stateField
}

/** The wire values of a state, by field. */
export function wireOf({ wire = {} }: Pick<State, 'wire'>, stateField: string): Record<string, string> {
  return typeof wire === 'string' ? { [stateField]: wire } : wire
}

/** The fields besides the state field that follow from the state, each with its value: an expression over the state. */
export function wireStateFields(manifest: WithStates): Record<string, string> {
  const stateField = stateFieldOf(manifest)
  const byField: Record<string, Record<string, string[]>> = {}
  for (const [state, given] of Object.entries(manifest.states ?? {})) {
    for (const [field, value] of Object.entries(wireOf(given, stateField))) {
      if (field === stateField || value === '') continue
      const states = (byField[field] ??= {})
      states[value] = [...(states[value] ?? []), state]
    }
  }
  return Object.fromEntries(Object.entries(byField).map(([field, values]) => [field, choiceOf(`doc.${stateField}`, Object.entries(values))]))
}

function choiceOf(state: string, values: [value: string, states: string[]][]): string {
  return values.reduceRight((otherwise, [value, states]) => `${state} in ${JSON.stringify(states)} ? ${JSON.stringify(value)} : (${otherwise})`, '""')
}

/** Makes the fields that follow from the state computed. A value that one of them declares itself stays, and the checks refuse it. */
export function withWireStateFields<T extends WithStates & Pick<DocumentTypeManifest, 'schema'>>(manifest: T): T {
  const following = Object.entries(wireStateFields(manifest)).filter(([name]) => Object.hasOwn(manifest.schema.properties, name))
  if (following.length === 0) return manifest
  const { properties } = manifest.schema
  const own = Object.fromEntries(following.map(([name, value]): [string, Field] => [name, { 'x-compute': value, ...properties[name] }]))
  return { ...manifest, schema: { ...manifest.schema, properties: { ...properties, ...own } } }
}
