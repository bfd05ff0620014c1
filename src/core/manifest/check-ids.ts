import { typeNames, type Pass } from './check-context.ts'

/** Earlier ids of a type belong to nobody else: what is stored under them would go from one to the other at every start. */
export const checkIds: Pass = (context, expanded, type) => {
  for (const [index, earlier] of type.renamedFrom.entries()) {
    const path = ['renamedFrom', index]
    const other = Object.values(context.catalogue.types).find(({ id, renamedFrom }) => id !== type.id && renamedFrom.includes(earlier))
    if (typeNames(context).includes(earlier)) context.reporter.inType('E112', expanded, path, `"${earlier}" is still a document type of its own.`, { seen: earlier })
    else if (other !== undefined) context.reporter.inType('E112', expanded, path, `The document type "${other.id}" was called "${earlier}" too.`, { seen: earlier })
  }
}
