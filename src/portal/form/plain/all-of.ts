/** In place of the package that rjsf merges `allOf` with (vite.config.ts): the forms' schemas hold none, so there is nothing to merge. */
const nothing = (): Record<string, never> => ({})

// What rjsf makes its merging of, by the package's names.
export const createComparator = nothing
export const createMerger = nothing
export const createIntersector = nothing
export const createDeduplicator = nothing

/** Leaves each schema as it is. */
export const createShallowAllOfMerge = () => (schema: unknown): unknown => schema
