import { t } from '../../core/index.ts'

const PICTURES = 'site_images'

/** A setting's value as display text; for a picture, only whether there is one. */
export function settingValueText(value: unknown, group: string): string {
  if (value === null || value === undefined || value === '') return group === PICTURES ? t('no picture') : t('empty')
  if (group === PICTURES) return t('a picture')
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (Array.isArray(value)) return value.length === 0 ? t('empty') : value.map((one) => settingValueText(one, group)).join(', ')
  if (typeof value === 'string') return value
  return typeof value === 'number' ? value.toLocaleString('en-KE') : JSON.stringify(value)
}
