/**
 * Replaces the package with which rjsf merges `allOf` (vite.config.ts): the forms' schemas have no `allOf`, so there is nothing to merge.
 */
const nothing = (): Record<string, never> => ({})

// The package's exports from which rjsf builds its merging.
export const createComparator = nothing
export const createMerger = nothing
export const createIntersector = nothing
export const createDeduplicator = nothing

/** Returns each schema unchanged. */
export const createShallowAllOfMerge = () => (schema: unknown): unknown => schema
