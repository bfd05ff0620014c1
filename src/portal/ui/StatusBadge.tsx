import type { ResolvedState, Tone } from '../../core/index.ts'
import { Icon } from './icons.tsx'
import classes from './StatusBadge.module.css'

const TONE_ICONS: Record<Tone, string> = {
  neutral: 'circle-dashed', info: 'info-circle', progress: 'hourglass', success: 'circle-check', warning: 'alert-triangle', danger: 'circle-x',
}

/** A state with icon, text and colour, never colour alone. */
export function StatusBadge({ state, label, tone, icon }: { state?: ResolvedState | undefined; label?: string; tone?: Tone; icon?: string }) {
  const shownTone = tone ?? state?.tone ?? 'neutral'
  const text = label ?? state?.label ?? ''
  if (text === '') return null
  return (
    <span className={classes.badge} data-tone={shownTone} data-state={state?.name ?? label}>
      <Icon name={icon ?? state?.icon ?? TONE_ICONS[shownTone]} fallback={TONE_ICONS[shownTone]} size={14} stroke={2} />
      {text}
    </span>
  )
}
