import { Button, VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { MAIN_VIEW, t } from '../../../core/index.ts'
import type { ResolvedAction } from '../../../core/index.ts'
import { Icon, usePortal, pathTo, viewPageOf } from '../../sdk.ts'
import { wizardPageOf } from '../../shell/links.ts'
import { MoreButton } from '../../shell/MoreButton.tsx'
import type { MoreItem } from '../../shell/MoreMenu.tsx'
import { useScreenFrame } from '../../shell/screen-frame.ts'
import { FormValue } from '../../form/FieldsText.tsx'
import { usePath } from '../../form/use-field.ts'
import { formatTimeOf } from '../../ui/format.ts'
import { savingAction } from '../editable.ts'
import classes from './Card.module.css'
import { savedAt } from './saved-at.ts'
import { summaryOf } from '../../ui/record/summary.ts'
import type { Card } from './use-card.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import type { Pages } from '../../shell/links.ts'
import { bottomBar } from '../../ui/bottom-bar.ts'

interface Print { title: string; path: string }
interface ActionBarProps {
  card: Card
  prints: Print[]
  /** Other views of the record. */
  links: ViewLink[]
  place: 'top' | 'bottom'
  onRun: (action: ResolvedAction) => void
}

const WEIGHT = { danger: 0, neutral: 1, primary: 2 }
/** The number of buttons that fit next to the menu on a phone. */
const ON_PHONE = 2

/** The document's actions, the most important last, within reach of the thumb; on a phone the rest is in a menu. */
export function ActionBar({ card, prints, links, place, onRun }: ActionBarProps) {
  const isPhone = useIsPhone()
  const { caption } = usePortal()
  const buttons = [...card.buttons].sort((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone])
  const leading = buttons.findLast((action) => action.tone === 'primary' && !isDestructive(action))
  const frame = useScreenFrame()
  if (buttons.length + prints.length + links.length === 0 && !frame) return null
  const harmless = buttons.filter((action) => !isDestructive(action))
  const shown = isPhone ? harmless.slice(-ON_PHONE) : harmless
  const hidden = buttons.filter((action) => !shown.includes(action))
  const isFolded = isPhone && prints.length > 0 && hidden.length + prints.length + shown.length > ON_PHONE
  const items = [...(isFolded ? prints.map(itemOfPrint) : []), ...hidden.map(itemOf)]
  function itemOf(action: ResolvedAction): MoreItem {
    return {
      label: caption(action.label), icon: action.icon ?? (action.deletes ? 'trash' : 'check'), isDanger: action.tone === 'danger', action: action.id, onPress: () => onRun(action),
    }
  }
  return (
    <div ref={place === 'bottom' ? bottomBar : null} className={classes.bar} data-place={place} role="toolbar" aria-label={t('Actions')}>
      <span className={classes.spacer} aria-live="polite">{stateText(card)}</span>
      {card.canEdit && <BarAmount card={card} />}
      {items.length > 0 && <MoreButton label={t('More actions')} items={items} isDisabled={card.busy !== undefined} {...(shown.length + prints.length + links.length === 0 ? { text: t('More') } : {})} />}
      {frame && <Button variant="default" onClick={frame.close} disabled={card.busy !== undefined}>{t('Cancel')}</Button>}
      {!isFolded && prints.map((print) => <Button key={print.path} component={Link} to={print.path} variant="default" leftSection={<Icon name="printer" size={17} />}>{print.title}</Button>)}
      {links.map((link) => <Button key={link.name} component={Link} to={link.path} variant={leading === undefined && link === links[0] ? 'filled' : 'default'} data-view={link.name} leftSection={<Icon name={link.icon} fallback="arrow-right" size={17} />}>{link.label}</Button>)}
      {shown.map((action) => <ActionButton key={action.id} card={card} action={action} leads={action === leading} hasIcon={!isPhone} onRun={onRun} />)}
    </div>
  )
}

const itemOfPrint = ({ title, path }: Print): MoreItem => ({ label: title, icon: 'printer', path })

/** What destroys or takes back is always in the menu. */
const isDestructive = ({ tone, deletes, endsApproval }: ResolvedAction): boolean => tone === 'danger' || deletes || endsApproval

function stateText(card: Card): string {
  if (card.busy !== undefined) return card.busy === card.saving?.id ? t('Saving…') : t('Working…')
  if (!card.canEdit) return ''
  if (card.isDirty || card.keyOf === undefined) return t('Not saved yet')
  const at = savedAt(card.manifest.id, card.keyOf)
  return at === undefined ? t('Saved') : t('Saved {time}', { time: formatTimeOf(at) })
}

/** The amount of the document, while it is filled in. */
function BarAmount({ card: { manifest, model } }: { card: Card }) {
  const name = useMemo(() => summaryOf(manifest)?.amount, [manifest])
  usePath(model, name ?? '')
  const field = manifest.shape.fields[name ?? '']
  const value = name === undefined ? undefined : model.value(name)
  if (field === undefined || value === undefined || !model.field(field.name).visible) return null
  return <span className={classes.sum}><VisuallyHidden>{field.title}: </VisuallyHidden><FormValue field={field} value={value} currency /></span>
}

interface ActionButtonProps { card: Card; action: ResolvedAction; /** The one filled button. */ leads: boolean; hasIcon: boolean; onRun: (action: ResolvedAction) => void }

function ActionButton({ card, action, leads, hasIcon, onRun }: ActionButtonProps) {
  const { caption } = usePortal()
  const quiet = action.tone === 'danger' ? 'subtle' : 'default'
  return (
    <Button
      data-action={action.id}
      variant={leads ? 'filled' : quiet}
      {...(action.tone === 'danger' ? { color: 'error' } : {})}
      {...(action.icon && hasIcon ? { leftSection: <Icon name={action.icon} size={17} /> } : {})}
      loading={card.busy === action.id}
      disabled={card.busy !== undefined && card.busy !== action.id}
      onClick={() => onRun(action)}
    >
      {caption(action.label)}
    </Button>
  )
}

interface ViewLink { name: string; label: string; icon?: string; path: string }

/** Links to the card's other views whose conditions hold. */
export function viewLinks({ compiled, manifest, model, view: shown, keyOf = '', context, allowed }: Card, pages: Pages): ViewLink[] {
  const wizard = shown === MAIN_VIEW && savingAction(manifest, allowed, shown) !== undefined ? wizardPageOf(pages, manifest.id, 'stored') : undefined
  const steps = wizard === undefined ? [] : [{ name: 'wizard', label: t('Edit'), icon: 'pencil', path: pathTo(wizard, keyOf) }]
  return [...steps, ...Object.entries(manifest.card.views).flatMap(([name, { label, icon, when, place }]) => {
    const page = viewPageOf(pages, manifest.id, name)
    const isOffered = name !== shown && label !== undefined && place.includes('card') && (when === undefined || compiled.test(when, model.doc(), context()))
    return isOffered && page !== undefined ? [{ name, label, path: pathTo(page, keyOf), ...(icon === undefined ? {} : { icon }) }] : []
  })]
}
