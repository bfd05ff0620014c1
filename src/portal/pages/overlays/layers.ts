import { t } from '../../../core/index.ts'
import type { ExplainedChange, Tone } from '../../../core/index.ts'

/** The names and looks of the layers. */
export const LAYERS: Record<ExplainedChange['layer'], { label: string; tone: Tone; icon: string }> = {
  base: { label: t('Module'), tone: 'neutral', icon: 'box' },
  client: { label: t('Client'), tone: 'info', icon: 'briefcase' },
  company: { label: t('Company'), tone: 'info', icon: 'building' },
  role: { label: t('Role'), tone: 'progress', icon: 'users' },
  user: { label: t('Person'), tone: 'success', icon: 'user' },
}

/** Splits `company:MRT` into layer and name. */
export function partsOf(scope: string): { layer: string; name: string } {
  const at = scope.indexOf(':')
  return { layer: scope.slice(0, at), name: scope.slice(at + 1) }
}

/** The layer of `company:MRT`. */
export function layerOf(scope: string): { label: string; tone: Tone; icon: string } {
  return LAYERS[partsOf(scope).layer as ExplainedChange['layer']] ?? LAYERS.base
}
