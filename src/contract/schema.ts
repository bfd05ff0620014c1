/**
 * JSON Schemas that carry the type of what they describe: whatever travels is told once, for programs and for the compiler.
 * A library for this is long in loading (TypeBox: 170 ms of processor, 19 MB). Schemas are made where the server imports them:
 * what the portal needs beside their types stands in files of its own, so that no screen brings one.
 */
import type { Json, JsonObject } from '../core/index.ts'

declare const CARRIED: unique symbol
const OPTIONAL = Symbol('optional')

/** The schema of a T. */
export type Schema<T = unknown> = JsonObject & { readonly [CARRIED]?: T }
/** The schema of a T that may be left out of its object. */
export type Optional<T> = Schema<T> & { readonly [OPTIONAL]: true }

/** What a schema describes. */
export type Of<S> = S extends { readonly [CARRIED]?: infer T } ? T : never

type Properties = Readonly<Record<string, Schema>>
type OptionalNames<P extends Properties> = { [K in keyof P]: P[K] extends Optional<unknown> ? K : never }[keyof P]
/** What the properties of an object describe. */
export type OfProperties<P extends Properties> = { [K in Exclude<keyof P, OptionalNames<P>>]: Of<P[K]> } & { [K in OptionalNames<P>]?: Of<P[K]> } extends infer T ? { [K in keyof T]: T[K] } : never

export const anything: Schema = {}
export const text: Schema<string> = { type: 'string' }
export const secret: Schema<string> = { type: 'string', format: 'password' }
export const instant: Schema<string> = { type: 'string', format: 'date-time' }
export const day: Schema<string> = { type: 'string', format: 'date' }
export const flag: Schema<boolean> = { type: 'boolean' }
export const number: Schema<number> = { type: 'number' }
export const integer: Schema<number> = { type: 'integer' }
export const nothing: Schema<null> = { type: 'null' }
export const record: Schema<JsonObject> = { type: 'object' }

/** Of a type that stands elsewhere, as the core's do. */
export function typed<T>(schema: JsonObject): Schema<T> {
  return schema
}

/** With what people should know of it. */
export function described<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description }
}

/** With further keywords, which narrow it. */
export function narrowed<T>(schema: Schema<T>, keywords: JsonObject): Schema<T> {
  return { ...schema, ...keywords }
}

/** What is taken where nothing is sent. */
export function otherwise<T extends Json>(schema: Schema<T>, value: T): Schema<T> {
  return { ...schema, default: value }
}

/** One of the words. */
export function wordOf<const W extends string>(words: readonly W[]): Schema<W> {
  return { type: 'string', enum: [...words] }
}

/** This, or null. */
export function maybe<T>(schema: Schema<T>): Schema<T | null> {
  const { type, enum: words, description, ...rest } = schema
  if (typeof type !== 'string') return { anyOf: [{ ...(type !== undefined && { type }), ...rest }, nothing], ...(description !== undefined && { description }) }
  return { type: [type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }), ...rest, ...(description !== undefined && { description }) }
}

/** Any number of them. */
export function list<T>(items: Schema<T>): Schema<T[]> {
  return { type: 'array', items }
}

/** Values by name. */
export function mapOf<T>(values: Schema<T>): Schema<Record<string, T>> {
  return { type: 'object', additionalProperties: values }
}

/** One of several. */
export function either<const S extends readonly Schema[]>(...schemas: S): Schema<Of<S[number]>> {
  return { anyOf: [...schemas] }
}

/** All of them at once. */
export function allOf<A, B>(one: Schema<A>, other: Schema<B>): Schema<A & B> {
  return { allOf: [one, other] }
}

/** Of an object: it may be left out. */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, [OPTIONAL]: true as const }
}

/** An object. Each of the properties is there, but for what is `optional`, or has a value `otherwise`. */
export function object<const P extends Properties>(properties: P): Schema<OfProperties<P>> {
  const required = Object.entries(properties).filter(([, schema]) => !(OPTIONAL in schema) && schema['default'] === undefined).map(([name]) => name)
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

/** The object with the properties of another beside its own. */
export function besides<T, M>(schema: Schema<T>, other: Schema<M>): Schema<T & M> {
  const { required: own = [], properties: before } = schema
  const { required: further = [], properties: more } = other
  return { ...(schema as JsonObject), required: [...own as string[], ...further as string[]], properties: { ...before as JsonObject, ...more as JsonObject } }
}

/** One that goes by a name wherever it is spoken of. */
export function named<T>(name: string, schema: Schema<T>): Schema<T> {
  return { $id: name, ...schema }
}

/** The one of that name. */
export function reference<T>(name: string): Schema<T> {
  return { $ref: `#/components/schemas/${name}` }
}
