import { createContext, use } from 'react'
import type { JsonObject, ResolvedField } from '../../core/index.ts'
import type { References } from './references.ts'

/** What fields need from the surrounding form, apart from values. */
export interface FormEnvironment {
  /** Prefix of DOM ids, so that a dialog over a form does not repeat any. */
  idPrefix: string
  /** The definition of the field at `description` or `lines.0.amount`. */
  fieldOf: (path: string) => ResolvedField
  references: References
  /** Whether a referenced record may be chosen at the path now. */
  optionAllowed: (path: string, option: JsonObject) => boolean
  /** Whether saving here leaves the field unchanged. */
  isClosed?: (path: string) => boolean
  /** Whether the value at the path stands above the fields, in the line that says whose form it is. */
  isSaidAbove?: (path: string) => boolean
  /** Why the field at the path cannot be changed any more, as a sentence; undefined where only the rules decide. */
  whyFixed?: (path: string) => string | undefined
  /** Says which action asks for a field that saving does not ask for. */
  whenNeeded?: (action: string) => string | undefined
  /** The URL path of a file in a field of the stored record. */
  filePath?: (id: string) => string
  /** The colour of the value at a path. */
  toneOf?: (path: string) => string | undefined
  /** The currency of amounts whose field specifies none. */
  currency: string
  today: string
}

const EnvironmentContext = createContext<FormEnvironment | null>(null)

export const FormEnvironmentProvider = EnvironmentContext.Provider

/** The environment of the surrounding form. @throws Error outside a form */
export function useFormEnvironment(): FormEnvironment {
  const environment = use(EnvironmentContext)
  if (!environment) throw new Error('A form field is outside a form.')
  return environment
}
