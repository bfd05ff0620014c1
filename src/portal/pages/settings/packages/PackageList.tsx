import { shownText, type MenuPackage, t } from '../../../../core/index.ts'
import { usePortal } from '../../../shell/portal-context.ts'
import { changed, moved } from './arrangement.ts'
import { PackageRow } from './PackageRow.tsx'
import classes from './Packages.module.css'
import { useRowDrag } from './use-row-drag.ts'

interface PackageListProps {
  label: string
  entries: MenuPackage[]
  isParentOff?: boolean
  onChange: (entries: MenuPackage[]) => void
  /** Announces to screen readers where an entry was moved. */
  onAnnounce: (text: string) => void
}

/** Entries of one level, each with its children below it. */
export function PackageList({ label, entries, isParentOff = false, onChange, onAnnounce }: PackageListProps) {
  const { caption } = usePortal()
  const move = (from: number, to: number) => {
    const entry = entries[from]
    if (entry === undefined || to < 0 || to >= entries.length) return
    onChange(moved(entries, from, to))
    onAnnounce(t('{name} is now number {number} of {count}.', { name: shownText(entry.caption ?? '') || caption(entry.title), number: to + 1, count: entries.length }))
  }
  const { list, dragged, handle } = useRowDrag(move)
  return (
    <ul ref={list} className={classes.list} aria-label={label}>
      {entries.map((entry, index) => (
        <PackageRow
          key={entry.name} entry={entry} isParentOff={isParentOff} isDragged={dragged === index} isFirst={index === 0} isLast={index === entries.length - 1} handle={handle(index)}
          onChange={(change) => onChange(changed(entries, entry.name, (one) => ({ ...one, ...change })))} onMove={(by) => move(index, index + by)}
        >
          {entry.subs.length > 0 && (
            <PackageList
              label={t('In {name}', { name: shownText(entry.caption ?? '') || caption(entry.title) })} entries={entry.subs} isParentOff={isParentOff || !entry.enabled}
              onChange={(subs) => onChange(changed(entries, entry.name, (one) => ({ ...one, subs })))} onAnnounce={onAnnounce}
            />
          )}
        </PackageRow>
      ))}
    </ul>
  )
}
