/** In place of rjsf's leaving out of values that no field shows (vite.config.ts): rjsf holds no values here, and `omitExtraData` is never set. */
export default function omitExtraData(_validator: unknown, _schema: unknown, _root: unknown, formData: unknown): unknown {
  return formData
}

/** The form data as it is: nothing is left out. */
export const getUsedFormData = (formData: unknown): unknown => formData
/** No field names: nothing asks which are used. */
export const getFieldNames = (): string[] => []
/** Only what is absent is empty. */
export const isValueEmpty = (value: unknown): boolean => value === undefined
