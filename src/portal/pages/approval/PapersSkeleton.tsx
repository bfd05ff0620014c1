import { Skeleton } from '@mantine/core'
import { SheetSkeleton } from '../../ui/pdf/SheetSkeleton.tsx'
import classes from './Papers.module.css'

/** Stands where the papers will, as high as they will be. */
export function PapersSkeleton() {
  return (
    <div className={`dirisha-panel ${classes.papers ?? ''}`} aria-hidden>
      <div className={classes.choice}><Skeleton h={28} w={140} /></div>
      <div className={classes.sheet}><SheetSkeleton /></div>
    </div>
  )
}
