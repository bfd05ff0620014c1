/** Replaces the URI package with which rjsf resolves `$ref`s (vite.config.ts): the forms' schemas have none. */
const uri = {
  resolve: (_base: string, relative: string): string => relative,
}

// rjsf imports the package's default export.
export default uri
