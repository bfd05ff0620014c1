import { Skeleton } from '@mantine/core'
import { t } from '../../../core/index.ts'
import classes from './PdfPages.module.css'

/** The outline of a page while its PDF loads. */
export function SheetSkeleton() {
  return <div className={classes.waiting} role="status" aria-label={t('Loading the document')}><Skeleton className={classes.blank ?? ''} radius={6} /></div>
}
