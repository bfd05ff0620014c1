import classes from './ProgressBar.module.css'

/** A bar along the top of the window while something loads. Within `delay` milliseconds it does not appear. */
export function ProgressBar({ delay = 0 }: { delay?: number }) {
  return <div className={classes.progress} style={{ animationDelay: `${delay}ms` }} aria-hidden data-progress />
}
