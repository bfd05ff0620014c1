import classes from './ListPage.module.css'

/** Selects or deselects a row; the size of a touch target. */
export function RowCheck({ label, isChosen, onToggle }: { label: string; isChosen: boolean; onToggle: () => void }) {
  return <label className={classes.rowCheck}><input type="checkbox" aria-label={label} checked={isChosen} onChange={onToggle} /></label>
}
