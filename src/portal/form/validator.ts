/**
 * rjsf's ValidatorType on the core's own checks. Neither Ajv nor a precompiled validator is loaded in the browser: rjsf
 * lays fields out, the FormSession decides what is required, allowed and wrong, and the server decides again on save.
 * So nothing here needs `unsafe-eval`.
 *
 * rjsf asks `isValid` only to pick a branch of oneOf, anyOf, if and dependencies. The forms' schemas hold none of these
 * (conditions are rules), so a schema that does is an error of ours and is said as one.
 */
import type { ValidationData, ValidatorType } from '@rjsf/utils'
import type { FieldIssue } from '../../core/index.ts'

const BRANCHES = ['oneOf', 'anyOf', 'allOf', 'if', 'dependencies', 'dependentSchemas']

/** A validator that answers with the issues of the form that it is made for. */
export function sessionValidator(issues: () => FieldIssue[]): ValidatorType {
  return {
    validateFormData: () => validationOf(issues()),
    isValid: (schema) => {
      const branch = BRANCHES.find((keyword) => keyword in (schema as object))
      if (branch) throw new Error(`A form's schema uses ${branch}; say it as a rule of the manifest.`)
      return true
    },
    rawValidation: () => ({ errors: [] }),
  }
}

/** Issues as rjsf wants them: a list, and a tree with `__errors` at each field. */
export function validationOf(issues: FieldIssue[]): ValidationData<unknown> {
  const errorSchema: ErrorNode = {}
  for (const issue of issues) {
    const steps = issue.path === '' ? [] : issue.path.split('.')
    let node = errorSchema
    for (const step of steps) node = (node[step] ??= {}) as ErrorNode
    node.__errors = [...((node.__errors as string[] | undefined) ?? []), issue.message]
  }
  return {
    errors: issues.map(({ path, rule, message }) => ({ name: rule, property: path === '' ? '.' : `.${path}`, message, stack: message })),
    // rjsf's own type of this tree unfolds JsonObject without end.
    errorSchema: errorSchema,
  }
}

interface ErrorNode { [step: string]: ErrorNode | string[] }
