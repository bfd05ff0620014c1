/** In place of the URI package that rjsf resolves `$ref`s with (vite.config.ts): the forms' schemas have none. */
const uri = {
  resolve: (_base: string, relative: string): string => relative,
}

// rjsf imports the package's default export.
export default uri
