import { Button, Group, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { t } from '../../../../core/index.ts'
import { Icon } from '../../../ui/icons.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './Arrange.module.css'
import type { OutlineItem } from './outline.ts'

/** What can be done to a field in its place. */
export interface FieldDeeds {
  rename: (title: string) => void
  hide: (isHidden: boolean) => void
  require: (isRequired: boolean) => void
  move: (by: -1 | 1) => void
  /** Sections to which it can be moved, by the path of their list; the empty one is where it is. */
  places: { value: string; label: string }[]
  moveTo: (place: string) => void
}

interface FieldRowProps {
  item: OutlineItem
  isOpen: boolean
  isFirst: boolean
  isLast: boolean
  /** Whether the overlay changes it. */
  isChanged: boolean
  /** What the server refused or noted about its changes. */
  findings: { message: string; severity: string }[]
  /** For one person, a list is only arranged. */
  isOnlyArranged: boolean
  deeds: FieldDeeds
  onToggle: () => void
}

/** One field as it stands on the card; a press opens what can be done to it. */
export function FieldRow({ item, isOpen, findings, isChanged, onToggle, ...rest }: FieldRowProps) {
  const id = useId()
  return (
    <li className={classes.field} data-field={item.id} data-changed={isChanged || undefined} data-open={isOpen || undefined}>
      <UnstyledButton className={classes.head ?? ''} aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={onToggle}>
        <span className={classes.name} data-hidden={item.isHidden || undefined}>{item.title}{item.required !== undefined && <span className={classes.star} aria-hidden> *</span>}</span>
        <span className={classes.kind}>{item.kind}</span>
        <span className={classes.marks}>
          {item.isHidden && <StatusBadge label={t('Hidden')} tone="neutral" icon="eye" />}
          {item.required === 'now' && <StatusBadge label={t('Required')} tone="info" icon="star" />}
          {item.title !== item.titleBefore && <span className={classes.was}>{t('was {title}', { title: item.titleBefore })}</span>}
        </span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />
      </UnstyledButton>
      {findings.map(({ message, severity }) => <Text key={message} size="sm" className={classes.finding ?? ''} data-severity={severity}>{message}</Text>)}
      {isOpen && <Deeds id={id} item={item} {...rest} />}
    </li>
  )
}

function Deeds({ id, item, isFirst, isLast, isOnlyArranged, deeds }: Pick<FieldRowProps, 'item' | 'isFirst' | 'isLast' | 'isOnlyArranged' | 'deeds'> & { id: string }) {
  const isGiven = item.required === 'before' || item.required === 'rule'
  return (
    <div id={id} className={classes.deeds} role="group" aria-label={item.title}>
      {item.titleAt && !isOnlyArranged && <Caption item={item} onRename={deeds.rename} />}
      <Group gap="xs">
        <Button variant="default" size="sm" leftSection={<Icon name={item.isHidden ? 'arrow-back' : 'ban'} size={16} />} onClick={() => deeds.hide(!item.isHidden)}>{item.isHidden ? t('Show again') : t('Hide')}</Button>
        {item.requireAt && !isGiven && !isOnlyArranged && (
          <Button variant="default" size="sm" leftSection={<Icon name={item.required === 'now' ? 'arrow-back' : 'star'} size={16} />} onClick={() => deeds.require(item.required !== 'now')}>{item.required === 'now' ? t('No longer require') : t('Require')}</Button>
        )}
        {!item.isHidden && !item.id.startsWith('nowhere.') && (
          <>
            <Button variant="default" size="sm" disabled={isFirst} leftSection={<Icon name="chevron-up" size={16} />} onClick={() => deeds.move(-1)}>{t('Move up')}</Button>
            <Button variant="default" size="sm" disabled={isLast} leftSection={<Icon name="chevron-down" size={16} />} onClick={() => deeds.move(1)}>{t('Move down')}</Button>
          </>
        )}
      </Group>
      {deeds.places.length > 1 && !item.isHidden && (
        <NativeSelect label={t('Section')} size="sm" className={classes.place ?? ''} data={deeds.places} value={placeOf(item)} onChange={({ currentTarget: { value } }) => deeds.moveTo(value)} />
      )}
      {isGiven && <Text size="sm" c="dimmed">{item.required === 'before' ? t('It must be filled in. An overlay cannot lift that, nor hide what people must fill in.') : t('A rule says that it must be filled in.')}</Text>}
      {item.members.length > 0 && <Text size="sm" c="dimmed">{t('These fields stand together and move together.')}</Text>}
    </div>
  )
}

/** The caption; an empty one is not taken. */
function Caption({ item: { title, titleBefore }, onRename }: { item: OutlineItem; onRename: (title: string) => void }) {
  const [text, setText] = useState(title)
  // An undo elsewhere changes it under the field.
  const [shown, setShown] = useState(title)
  if (shown !== title) {
    setShown(title)
    if (text.trim() !== title) setText(title)
  }
  const change = (next: string) => {
    setText(next)
    if (next.trim() !== '') {
      setShown(next.trim())
      onRename(next.trim())
    }
  }
  return (
    <Group gap="xs" align="flex-end">
      <TextInput label={t('Caption')} size="sm" className={classes.caption ?? ''} value={text} maxLength={200} error={text.trim() === '' && t('Required.')} onChange={(event) => change(event.currentTarget.value)} />
      {title !== titleBefore && <Button variant="subtle" size="sm" leftSection={<Icon name="arrow-back" size={16} />} onClick={() => change(titleBefore)}>{t('Back to “{title}”', { title: titleBefore })}</Button>}
    </Group>
  )
}

function placeOf({ id, entry }: OutlineItem): string {
  return id.startsWith('nowhere.') ? '' : id.slice(0, -entry.length - 1)
}
