/**
 * rjsf's ValidatorType, although the core does the checking. The FormSession decides what is required, allowed and wrong, for lines and
 * conditions too, and passes its errors to the form; the server checks again on save. So nothing here needs `unsafe-eval`.
 *
 * rjsf would only ask which branch of oneOf, anyOf, if and dependencies holds. The forms' schemas have none of these (conditions are
 * rules), so a schema that has one is a programming error and throws.
 */
import type { ErrorSchema, GenericObjectType, RJSFSchema, ValidatorType } from '@rjsf/utils'

/** Values by field name; rjsf's types cannot be nested as deeply as JSON. */
export type FormData = Record<string, unknown>
export type FormErrors = ErrorSchema<FormData>

const BRANCHES = ['oneOf', 'anyOf', 'allOf', 'if', 'dependencies', 'dependentSchemas']

/** Reports no errors itself, and throws on a schema that needs a validator for its layout. */
export const layoutValidator: ValidatorType<FormData, RJSFSchema, GenericObjectType> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema) => {
    const branch = BRANCHES.find((keyword) => keyword in (schema as object))
    if (branch) throw new Error(`A form's schema uses ${branch}; say it as a rule of the manifest.`)
    return true
  },
  rawValidation: () => ({ errors: [] }),
}
