import { t } from '../../core/index.ts'

/** The key that is held for a command, as it is written on this keyboard. */
export function controlKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : t('Ctrl')
}
