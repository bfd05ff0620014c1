import classes from './ProgressBar.module.css'

/** A bar along the top of the window while something loads. Of what comes within 200 ms nothing is seen. */
export function ProgressBar() {
  return <div className={classes.progress} aria-hidden data-progress />
}
