import { ActionIcon } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Icon } from '../ui/icons.tsx'
import classes from './Screen.module.css'

/** The button before a screen's title that leads to where it belongs; on a phone the breadcrumb does. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <ActionIcon component={Link} to={to} variant="subtle" color="gray" size={44} aria-label={label} className={classes.lead ?? ''}>
      <Icon name="arrow-left" size={20} />
    </ActionIcon>
  )
}
