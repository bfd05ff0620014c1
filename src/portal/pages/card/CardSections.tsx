import { Collapse, Paper, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Fragment, lazy, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedSection } from '../../../core/index.ts'
import { FieldsForm } from '../../form/FieldsForm.tsx'
import { isFoldable, rareFields } from '../../form/rare-fields.ts'
import { usePath } from '../../form/use-field.ts'
import { Icon } from '../../sdk.ts'
import classes from './Card.module.css'
import { AttachmentsSection, AutosaveState, LineTable, ReadFields } from './card-code.ts'
import { FoldButton } from './sections/FoldButton.tsx'
import { identityOf } from '../../ui/record/summary.ts'
import { sectionsInOrder } from './page-order.ts'
import type { Card } from './use-card.ts'
import { useDrawn } from '../../ui/InTurns.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { Sentence } from '../../ui/Sentence.tsx'

const LineGroups = lazy(() => import('./sections/LineGroups.tsx').then((module) => ({ default: module.LineGroups })))
// Lazy: a new document has no approvals yet.
const ApprovalsSection = lazy(() => import('../../ui/record/ApprovalsSection.tsx').then((module) => ({ default: module.ApprovalsSection })))
// Lazy: it usually starts collapsed.
const HistorySection = lazy(() => import('../../ui/record/HistorySection.tsx').then((module) => ({ default: module.HistorySection })))

// Lazy: only runs of jobs have results.
const ResultsSection = lazy(() => import('./sections/results/ResultsSection.tsx').then((module) => ({ default: module.ResultsSection })))
// Lazy: few types have them.
const LineOpenings = lazy(() => import('./sections/LineOpenings.tsx').then((module) => ({ default: module.LineOpenings })))

const NONE: readonly string[] = []

interface CardSectionsProps {
  card: Card
  /** These sections only. */
  names?: readonly string[]
  /** The heading above them, which none of them repeats. */
  under?: string
}

/** The sections that the manifest lists for the view, or those named, each while its condition holds. */
export function CardSections({ card, names, under }: CardSectionsProps) {
  const { compiled, model } = card
  const isPhone = useIsPhone()
  const sections = useMemo(() => {
    const all = compiled.manifest.card.sections
    return names === undefined ? Object.values(all).filter((section) => section.views.includes(card.view)) : names.flatMap((name) => all[name] ?? [])
  }, [compiled, card.view, names])
  const shown = useSyncExternalStore(
    (listener) => model.subscribe('', listener),
    () => sections.filter((section) => isShown(card, section)).map((section) => section.name).join(' '),
  ).split(' ')
  const ordered = sectionsInOrder(sections.filter((section) => shown.includes(section.name)), { isPhone, leads: card.canEdit ? needsFile(card) : card.stored.length > 0 })
  const drawn = useDrawn(ordered.length, 1, 'part')
  return ordered.slice(0, drawn).map((section) => <Section key={section.name} card={card} section={section} isNamed={section.title !== under || section.collapsed} />)
}

/** Whether the section shows anything now. */
export function isShown({ compiled, model, record, context }: Pick<Card, 'compiled' | 'model' | 'record' | 'context'>, section: ResolvedSection): boolean {
  if ((section.kind === 'history' || section.kind === 'approvals' || section.kind === 'results') && !record) return false
  if (section.kind === 'fields' && !section.fields.some((name) => compiled.manifest.shape.fields[name] && model.field(name).visible)) return false
  return section.when === undefined || compiled.test(section.when, model.doc(), context())
}

function Section({ card, section, isNamed }: { card: Card; section: ResolvedSection; isNamed: boolean }) {
  return (
    <Panel title={isNamed ? section.title : undefined} name={section.name} startsClosed={section.collapsed} note={section.collapsed && section.kind === 'lines' ? <LineCount model={card.model} array={section.field ?? ''} /> : undefined} isRequired={section.kind === 'attachments' && needsFile(card)}>
      <SectionBody card={card} section={section} />
    </Panel>
  )
}

/** How many lines a folded section has. */
function LineCount({ model, array }: { model: Card['model']; array: string }) {
  usePath(model, array)
  const lines = model.value(array)
  return Array.isArray(lines) && lines.length > 0 ? <span className={classes.count}>{lines.length}</span> : null
}

/** Whether users enter the lines; computed or server-owned lines are read-only. */
function isEntered({ manifest, isOpen }: Card, array: string): boolean {
  return manifest.shape.fields[array]?.readOnly !== true && isOpen(array)
}

/** Whether an action available here requires a file. */
function needsFile({ canEdit, buttons, mustAttach }: Card): boolean {
  return canEdit && buttons.some((action) => mustAttach(action.id))
}

function SectionBody({ card, section }: { card: Card; section: ResolvedSection }) {
  switch (section.kind) {
    case 'fields':
      return <FieldsSection card={card} section={section} />
    case 'lines':
      if (section.groupedBy) return <LazyBoundary><LineGroups card={card} section={section} groupedBy={section.groupedBy} /></LazyBoundary>
      return <LinesSection card={card} section={section} />
    case 'attachments':
      return <AttachmentsSection card={card} />
    case 'approvals':
      return <LazyBoundary><ApprovalsSection record={card.record} manifest={card.manifest} hasComments={section.comments === undefined || card.compiled.test(section.comments, card.model.doc(), card.context())} /></LazyBoundary>
    case 'results':
      return <LazyBoundary><ResultsSection manifest={card.manifest} record={card.record} /></LazyBoundary>
    case 'history':
      return <LazyBoundary><HistorySection manifest={card.manifest} recordKey={card.keyOf} rev={card.record?._rev} fields={section.fields} /></LazyBoundary>
  }
}

/** Whether the lines of a stored record can open new records. */
function hasOpenings({ manifest, record }: Card, array: string): boolean {
  return record !== undefined && Object.values(manifest.card.opens).some(({ lines }) => lines === array)
}

function LinesSection({ card, section }: { card: Card; section: ResolvedSection }) {
  const array = section.field ?? ''
  const canEdit = card.canEdit && isEntered(card, array)
  return (
    <>
      <LineTable compiled={card.compiled} model={card.model} section={section} canEdit={canEdit} isPartiallyEditable={card.openInLines(array) !== undefined} />
      {hasOpenings(card, array) && <LazyBoundary><LineOpenings card={card} array={array} /></LazyBoundary>}
      {section.autosave && canEdit && card.record && <AutosaveState card={card} array={array} />}
    </>
  )
}

function FieldsSection({ card, section }: { card: Card; section: ResolvedSection }) {
  const form = useMemo(() => card.compiled.formSchema(section.name), [card.compiled, section.name])
  const isEntered = card.canEdit && section.readOnly !== true && section.fields.some((field) => card.isOpen(field))
  return (
    <>
      <Identity card={card} section={section} />
      {isEntered ? <EnteredFields card={card} section={section} form={form} /> : <ReadFields names={section.fields} columns={section.columnsWide} />}
    </>
  )
}

/** The fields of a section to be filled in; what few need is behind a button. */
function EnteredFields({ card: { manifest, model }, section, form }: { card: Card; section: ResolvedSection; form: ReturnType<Card['compiled']['formSchema']> }) {
  usePath(model, '')
  const [isOpen, setOpen] = useState(false)
  const [used, setUsed] = useState(NONE)
  const rare = useMemo(() => rareFields(section.fields.flatMap((name) => manifest.shape.fields[name] ?? [])), [section, manifest])
  // A field that is emptied again stays under the hand.
  const taken = rare.filter((name) => !used.includes(name) && !isFoldable(model, name))
  if (taken.length > 0) setUsed([...used, ...taken])
  const foldable = rare.filter((name) => !used.includes(name) && model.field(name).visible).join(' ')
  const folded = useMemo(() => (isOpen || foldable === '' ? NONE : foldable.split(' ')), [isOpen, foldable])
  return (
    <>
      <FieldsForm form={form} columns={section.columnsWide} folded={folded} />
      {foldable !== '' && <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>{isOpen ? t('Fewer fields') : t('More ({count})', { count: folded.length })}</FoldButton>}
    </>
  )
}

/** Whose document it is, in one line instead of fields that nobody can change. */
function Identity({ card: { manifest, model }, section }: { card: Card; section: ResolvedSection }) {
  usePath(model, '')
  const names = identityOf(manifest, section.fields).filter((name) => model.field(name).visible && model.value(name) !== undefined)
  if (names.length === 0) return null
  return (
    <p className={classes.identity}>
      <Sentence text="For {records}" records={names.map((name, index) => (
        <Fragment key={name}>{index > 0 && ' · '}<VisuallyHidden>{manifest.shape.fields[name]?.title}: </VisuallyHidden><span data-path={name} tabIndex={-1}>{String(model.value(name))}</span></Fragment>
      ))} />
    </p>
  )
}

interface PanelProps { title?: string | undefined; name: string; startsClosed?: boolean; /** Whether its heading shows the asterisk of a required field. */ isRequired?: boolean; /** Stands beside its title. */ note?: ReactNode; children: ReactNode }

/** A titled panel; one that starts collapsed opens with its heading. */
export function Panel({ title, name, startsClosed = false, isRequired = false, note, children }: PanelProps) {
  const [isOpen, setOpen] = useState(!startsClosed)
  // The content of a collapsed panel is not even loaded before it is first opened.
  const [wasOpen, setWasOpen] = useState(isOpen)
  const heading = title && <Title order={2} className={classes.heading} id={`section-${name}`}>{title}{isRequired && <span className={classes.star}> *<VisuallyHidden>{t('required')}</VisuallyHidden></span>}{note}</Title>
  return (
    <Paper component="section" className={`dirisha-panel ${classes.panel}`} {...(title ? { 'aria-labelledby': `section-${name}` } : {})} data-section={name}>
      {startsClosed ? (
        <UnstyledButton
          className={classes.toggle} aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen)
            setWasOpen(true)
          }}
        >
          {heading}
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </UnstyledButton>
      ) : heading}
      {startsClosed ? <Collapse expanded={isOpen}><div className={classes.body}>{wasOpen && children}</div></Collapse> : <div className={title ? classes.body : undefined}>{children}</div>}
    </Paper>
  )
}
