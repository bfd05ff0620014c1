/**
 * rjsf's ValidatorType where the core checks: the FormSession decides what is required, allowed and wrong, for lines and
 * conditions too, and the form is handed what it found; the server decides again on save. So nothing here needs `unsafe-eval`.
 *
 * What is left to ask is which branch of oneOf, anyOf, if and dependencies holds. The forms' schemas have none of these
 * (conditions are rules), so a schema that does is an error of ours and is said as one.
 */
import type { ErrorSchema, GenericObjectType, RJSFSchema, ValidatorType } from '@rjsf/utils'

/** Values by field name; rjsf's types cannot go as deep as JSON. */
export type FormData = Record<string, unknown>
export type FormErrors = ErrorSchema<FormData>

const BRANCHES = ['oneOf', 'anyOf', 'allOf', 'if', 'dependencies', 'dependentSchemas']

/** Finds nothing itself, and refuses a schema that only a validator could lay out. */
export const layoutValidator: ValidatorType<FormData, RJSFSchema, GenericObjectType> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema) => {
    const branch = BRANCHES.find((keyword) => keyword in (schema as object))
    if (branch) throw new Error(`A form's schema uses ${branch}; say it as a rule of the manifest.`)
    return true
  },
  rawValidation: () => ({ errors: [] }),
}
