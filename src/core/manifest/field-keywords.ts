import { fieldTypeOf } from './field-type.ts'
import type { Field } from './manifest.generated.ts'

/** Where a field is declared: on the header of a document, in its lines, in what an action asks for, in the settings. */
export type FieldPlace = 'header' | 'line' | 'input' | 'setting'

/** Whether the field holds a text. */
export const isText = (field: Field): boolean => fieldTypeOf(field) === 'string'

/** What there is to know of a boolean keyword besides what it does, which follows where its property is read. */
interface Flag {
  /** The property of ResolvedField, false where the keyword is left out. */
  as: string
  /** Where something follows from it; elsewhere it is refused (E226). Everywhere unless said. */
  places?: readonly FieldPlace[]
  /** The fields that may have it; others are refused (E110). All unless said. */
  fits?: (field: Field) => boolean
  /** Whether the portal is told; what it is not told stays on the server, where it is false in what the portal gets. */
  isToldToPortal: boolean
}

/** The boolean keywords of a field. One that is new needs its line here, its sentence in schemas/document-type.schema.json, and who reads it. */
export const FLAGS = {
  'x-wire-only': { as: 'wireOnly', places: ['header', 'line'], isToldToPortal: true },
  'x-hidden': { as: 'hidden', places: ['header', 'line', 'input'], isToldToPortal: true },
  'x-internal': { as: 'internal', places: ['header', 'line', 'setting'], isToldToPortal: false },
  'x-index': { as: 'index', places: ['header'], isToldToPortal: false },
  'x-unique': { as: 'unique', places: ['header'], isToldToPortal: true },
} as const satisfies { [K in keyof Field]?: Flag }

type FlagKeyword = keyof typeof FLAGS
/** The boolean keywords as a resolved field has them. */
export type FieldFlags = { [K in FlagKeyword as (typeof FLAGS)[K]['as']]: boolean }

/** Every boolean keyword with what there is to know of it. */
export const FLAG_ENTRIES = Object.entries(FLAGS) as [FlagKeyword, Flag][]

const flags = (valueOf: (keyword: FlagKeyword, flag: Flag) => boolean): FieldFlags => Object.fromEntries(FLAG_ENTRIES.map(([keyword, flag]) => [flag.as, valueOf(keyword, flag)])) as FieldFlags

/** The flags of a field that has none of the keywords. */
export const NO_FLAGS = flags(() => false)

/** The flags that the field says. */
export const flagsOf = (given: Field): FieldFlags => flags((keyword) => given[keyword] ?? false)

/** The flags as the portal gets them. */
export const flagsForPortal = (field: FieldFlags): FieldFlags => flags((_, { as, isToldToPortal }) => isToldToPortal && field[as as keyof FieldFlags])
