import type { DocumentTypeManifest, Field, State } from '../../manifest.generated.ts'

type WithStates = Pick<DocumentTypeManifest, 'states' | 'stateField'>

/** The field that holds the state. */
export function stateFieldOf({ stateField = 'status' }: Pick<DocumentTypeManifest, 'stateField'>): string {
  return stateField
}

/** What a state is told as, by field. */
export function wireOf({ wire = {} }: Pick<State, 'wire'>, stateField: string): Record<string, string> {
  return typeof wire === 'string' ? { [stateField]: wire } : wire
}

/** The value of each field, beside the state field, that states are told by: an expression over the state. */
export function toldFields(manifest: WithStates): Record<string, string> {
  const stateField = stateFieldOf(manifest)
  const told: Record<string, Record<string, string[]>> = {}
  for (const [state, given] of Object.entries(manifest.states ?? {})) {
    for (const [field, value] of Object.entries(wireOf(given, stateField))) {
      if (field === stateField || value === '') continue
      const states = (told[field] ??= {})
      states[value] = [...(states[value] ?? []), state]
    }
  }
  return Object.fromEntries(Object.entries(told).map(([field, values]) => [field, choiceOf(`doc.${stateField}`, Object.entries(values))]))
}

function choiceOf(state: string, values: [value: string, states: string[]][]): string {
  return values.reduceRight((otherwise, [value, states]) => `${state} in ${JSON.stringify(states)} ? ${JSON.stringify(value)} : (${otherwise})`, '""')
}

/** The fields that states are told by work themselves out; what one says of its own value stays, and the checks tell. */
export function withToldFields<T extends WithStates & Pick<DocumentTypeManifest, 'schema'>>(manifest: T): T {
  const told = Object.entries(toldFields(manifest)).filter(([name]) => Object.hasOwn(manifest.schema.properties, name))
  if (told.length === 0) return manifest
  const { properties } = manifest.schema
  const own = Object.fromEntries(told.map(([name, value]): [string, Field] => [name, { 'x-compute': value, ...properties[name] }]))
  return { ...manifest, schema: { ...manifest.schema, properties: { ...properties, ...own } } }
}
