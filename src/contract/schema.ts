/**
 * JSON Schemas that carry the TypeScript type of what they describe: a message is declared once, for programs and for the compiler. A
 * library for this loads slowly (TypeBox: 170 ms of CPU time, 19 MB). Schemas are created where the server imports them: what the portal
 * needs besides their types is in separate files, so that no screen bundles a schema.
 */
import type { Json, JsonObject } from '../core/index.ts'

declare const CARRIED: unique symbol
const OPTIONAL = Symbol('optional')

/** The schema of a T. */
export type Schema<T = unknown> = JsonObject & { readonly [CARRIED]?: T }
/** The schema of a T that may be omitted from its object. */
export type Optional<T> = Schema<T> & { readonly [OPTIONAL]: true }

/** The type that a schema describes. */
export type TypeOf<S> = S extends { readonly [CARRIED]?: infer T } ? T : never

type Properties = Readonly<Record<string, Schema>>
type OptionalNames<P extends Properties> = { [K in keyof P]: P[K] extends Optional<unknown> ? K : never }[keyof P]
/** The type of an object with these properties. */
export type OfProperties<P extends Properties> = { [K in Exclude<keyof P, OptionalNames<P>>]: TypeOf<P[K]> } & { [K in OptionalNames<P>]?: TypeOf<P[K]> } extends infer T ? { [K in keyof T]: T[K] } : never

export const anyValue: Schema = {}
export const text: Schema<string> = { type: 'string' }
export const secret: Schema<string> = { type: 'string', format: 'password' }
export const instant: Schema<string> = { type: 'string', format: 'date-time' }
export const day: Schema<string> = { type: 'string', format: 'date' }
export const boolean: Schema<boolean> = { type: 'boolean' }
export const number: Schema<number> = { type: 'number' }
export const integer: Schema<number> = { type: 'integer' }
export const nullValue: Schema<null> = { type: 'null' }
export const record: Schema<JsonObject> = { type: 'object' }

/** A schema of a type that is declared elsewhere, such as one of the core's. */
export function typed<T>(schema: JsonObject): Schema<T> {
  return schema
}

/** Adds a description for people. */
export function described<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description }
}

/** Adds keywords that narrow the schema. */
export function narrowed<T>(schema: Schema<T>, keywords: JsonObject): Schema<T> {
  return { ...schema, ...keywords }
}

/** Adds the default that applies if nothing is sent. */
export function withDefault<T extends Json>(schema: Schema<T>, value: T): Schema<T> {
  return { ...schema, default: value }
}

/** A string that is one of the given words. */
export function enumOf<const W extends string>(words: readonly W[]): Schema<W> {
  return { type: 'string', enum: [...words] }
}

/** The value, or null. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const { type, enum: words, description, ...rest } = schema
  if (typeof type !== 'string') return { anyOf: [{ ...(type !== undefined && { type }), ...rest }, nullValue], ...(description !== undefined && { description }) }
  return { type: [type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }), ...rest, ...(description !== undefined && { description }) }
}

/** An array of any length. */
export function list<T>(items: Schema<T>): Schema<T[]> {
  return { type: 'array', items }
}

/** An object that maps names to values. */
export function mapOf<T>(values: Schema<T>): Schema<Record<string, T>> {
  return { type: 'object', additionalProperties: values }
}

/** A value that matches any of the schemas. */
export function anyOf<const S extends readonly Schema[]>(...schemas: S): Schema<TypeOf<S[number]>> {
  return { anyOf: [...schemas] }
}

/** A value that matches both schemas. */
export function allOf<A, B>(schema: Schema<A>, other: Schema<B>): Schema<A & B> {
  return { allOf: [schema, other] }
}

/** Marks a property that may be omitted from its object. */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, [OPTIONAL]: true as const }
}

/** An object. Every property is required unless it is `optional` or has a default (`withDefault`). */
export function object<const P extends Properties>(properties: P): Schema<OfProperties<P>> {
  const required = Object.entries(properties).filter(([, schema]) => !(OPTIONAL in schema) && schema['default'] === undefined).map(([name]) => name)
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

/** The object with the properties of another one added. */
export function withPropertiesOf<T, M>(schema: Schema<T>, other: Schema<M>): Schema<T & M> {
  const { required: own = [], properties: before } = schema
  const { required: further = [], properties: more } = other
  return { ...(schema as JsonObject), required: [...own as string[], ...further as string[]], properties: { ...before as JsonObject, ...more as JsonObject } }
}

/** Names a schema, so that every use refers to it by that name. */
export function named<T>(name: string, schema: Schema<T>): Schema<T> {
  return { $id: name, ...schema }
}

/** Refers to the schema of that name. */
export function reference<T>(name: string): Schema<T> {
  return { $ref: `#/components/schemas/${name}` }
}
