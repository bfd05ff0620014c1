import { t } from '../../core/index.ts'
import classes from './ChangeLine.module.css'

/** A change from one value to another; screen readers read the arrow as a word. */
export function ChangeLine({ title, from, to }: { title: string; from: string; to: string }) {
  return (
    <>
      <span className={classes.title}>{title}</span>: <span className={classes.old}>{from}</span>
      {' '}<span aria-hidden>→</span><span className={classes.hidden}> {t('became')} </span> <span>{to}</span>
    </>
  )
}
