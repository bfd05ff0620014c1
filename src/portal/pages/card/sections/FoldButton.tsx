import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../../../sdk.ts'
import classes from './FoldButton.module.css'

/** Shows and hides fields that few need. */
export function FoldButton({ isOpen, onToggle, children }: { isOpen: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <Button variant="subtle" color="gray" size="compact-sm" className={classes.fold ?? ''} aria-expanded={isOpen} onClick={onToggle} rightSection={<Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={15} />}>
      {children}
    </Button>
  )
}
