import { createContext, use } from 'react'
import type { JsonObject, ResolvedField } from '../../core/index.ts'
import type { References } from './references.ts'

/** What fields know of the form around them besides values. */
export interface FormEnvironment {
  /** Prefix of DOM ids, so that a dialog over a form repeats none. */
  idPrefix: string
  /** The definition behind `description` or `lines.0.amount`. */
  fieldOf: (path: string) => ResolvedField
  references: References
  /** Whether a referred record may be chosen at the path now. */
  optionAllowed: (path: string, option: JsonObject) => boolean
  /** Whether what is saved here leaves the field as it is. */
  isClosed?: (path: string) => boolean
  /** Why nobody may change the field at the path here, in words; undefined where the rules alone decide. */
  fixed?: (path: string) => string | undefined
  /** The address of a file that a field of the stored record holds. */
  filePath?: (id: string) => string
  /** The colour in which the value at a path is read. */
  toneOf?: (path: string) => string | undefined
  /** Currency of amounts whose field names none. */
  currency: string
  today: string
}

const EnvironmentContext = createContext<FormEnvironment | null>(null)

export const FormEnvironmentProvider = EnvironmentContext.Provider

/** What the form that a field stands in knows. @throws Error outside a form. */
export function useFormEnvironment(): FormEnvironment {
  const environment = use(EnvironmentContext)
  if (!environment) throw new Error('A form field stands outside a form.')
  return environment
}
