import { Button, Group } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { Icon, usePortal } from '../../../sdk.ts'
import { openingsOfLines, type OpeningLink } from '../openings.ts'
import type { Card } from '../use-card.ts'
import styles from './LineOpenings.module.css'

/** Buttons below a table of lines that open a new record with the values of one of them. */
export function LineOpenings({ card, array }: { card: Card; array: string }) {
  const portal = usePortal()
  const text = useSyncExternalStore((listener) => card.model.subscribe('', listener), () => JSON.stringify(openingsOfLines(card, portal, array)))
  const links = JSON.parse(text) as OpeningLink[]
  if (links.length === 0) return null
  return (
    <Group gap="sm" mt="md">
      {links.map(({ name, label, icon, path }) => <Button key={name} component={Link} to={path} variant="default" classNames={{ root: styles.opening, label: styles.label }} data-opens={name} leftSection={<Icon name={icon} fallback="plus" size={17} />}>{label}</Button>)}
    </Group>
  )
}
