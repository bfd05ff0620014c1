import { t } from '../../../../core/index.ts'
import { contrast } from '../../../../contract/index.ts'
import { shades, siteColours, variablesOf } from '../../../theme/theme.ts'
import type { Settings } from '../../../../core/index.ts'
import { Icon } from '../../../ui/icons.tsx'
import classes from './Colours.module.css'

const NOTICES = [['info', t('Information')], ['success', t('Success')], ['warning', t('Warning')], ['danger', t('Error')]] as const
type Scheme = 'light' | 'dark'

/** Previews the colours in the fields before they are saved. */
export function ColourPreview({ colours }: { colours: Settings[string] }) {
  const site = siteColours({ site_colors: colours })
  const schemes = variablesOf(site)({} as never)
  return (
    <div className={classes.previews}>
      {(['light', 'dark'] as const).map((scheme) => <Sample key={scheme} scheme={scheme} primary={site.primary} variables={schemes[scheme]} />)}
    </div>
  )
}

function Sample({ scheme, primary, variables }: { scheme: Scheme; primary: string; variables: Record<string, string> }) {
  // As in the theme: filled buttons are one shade lighter in dark mode.
  const filled = shades(primary)[scheme === 'light' ? 6 : 5] ?? primary
  const text = contrast(filled, '#ffffff') >= contrast(filled, '#000000') ? '#ffffff' : '#000000'
  return (
    <figure className={classes.sample} data-scheme={scheme} style={variables}>
      <figcaption>{scheme === 'light' ? t('Light') : t('Dark')}</figcaption>
      <div className={classes.parts}>
        <span className={classes.button} style={{ background: filled, color: text }}>{t('Button')}</span>
        <span className={classes.link}>{t('Link')}</span>
        <span className={classes.chosen}>{t('Chosen')}</span>
      </div>
      <div className={classes.parts}>
        {NOTICES.map(([tone, title]) => <span key={tone} className={classes.notice} style={{ background: `var(--dirisha-${tone}-bg)`, color: `var(--dirisha-${tone}-fg)` }}><Icon name="info-circle" size={14} />{title}</span>)}
      </div>
    </figure>
  )
}
