import type { ExplainedChange, Tone } from '../../../core/index.ts'

/** What the layers are called, and how they look. */
export const LAYERS: Record<ExplainedChange['layer'], { label: string; tone: Tone; icon: string }> = {
  base: { label: 'Module', tone: 'neutral', icon: 'box' },
  client: { label: 'Client', tone: 'info', icon: 'briefcase' },
  company: { label: 'Company', tone: 'info', icon: 'building' },
  role: { label: 'Role', tone: 'progress', icon: 'users' },
  user: { label: 'Person', tone: 'success', icon: 'user' },
}

/** The layer of `company:MRT`. */
export function layerOf(scope: string): { label: string; tone: Tone; icon: string } {
  return LAYERS[scope.slice(0, scope.indexOf(':')) as ExplainedChange['layer']] ?? LAYERS.base
}
