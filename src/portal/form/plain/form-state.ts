/** In place of rjsf's working out of defaults (vite.config.ts): a form's values are the session's, which the core gave their defaults. */
export default function getDefaultFormState(_validator: unknown, _schema: unknown, formData: unknown): unknown {
  return formData ?? {}
}
