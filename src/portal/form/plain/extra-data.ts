/** In place of rjsf's leaving out of values that no field shows (vite.config.ts): rjsf holds no values here, and `omitExtraData` is never set. */
export default function omitExtraData(_validator: unknown, _schema: unknown, _root: unknown, formData: unknown): unknown {
  return formData
}

export const getUsedFormData = (formData: unknown): unknown => formData
export const getFieldNames = (): string[] => []
export const isValueEmpty = (value: unknown): boolean => value === undefined
