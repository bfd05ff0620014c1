const PICTURES = 'site_images'

/** A setting's value as display text; for a picture, only whether there is one. */
export function settingValueText(value: unknown, group: string): string {
  if (value === null || value === undefined || value === '') return group === PICTURES ? 'no picture' : 'empty'
  if (group === PICTURES) return 'a picture'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.map((one) => settingValueText(one, group)).join(', ')
  if (typeof value === 'string') return value
  return typeof value === 'number' ? value.toLocaleString('en-KE') : JSON.stringify(value)
}
