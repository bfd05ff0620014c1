import classes from './ListPage.module.css'

/** Takes a row in or out of what is chosen; as large as a thumb. */
export function RowCheck({ label, isChosen, onToggle }: { label: string; isChosen: boolean; onToggle: () => void }) {
  return <label className={classes.rowCheck}><input type="checkbox" aria-label={label} checked={isChosen} onChange={onToggle} /></label>
}
