import classes from './ProgressBar.module.css'

/** Along the top of the window while something is on its way. `delay` in milliseconds: what is quicker shows no bar. */
export function ProgressBar({ delay = 0 }: { delay?: number }) {
  return <div className={classes.progress} style={{ animationDelay: `${delay}ms` }} aria-hidden data-progress />
}
