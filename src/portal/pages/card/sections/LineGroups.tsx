import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../../core/index.ts'
import type { ResolvedSection } from '../../../../core/index.ts'
import { FieldsText, FormValue } from '../../../form/FieldsText.tsx'
import { LineTable } from '../card-code.ts'
import { useLineFigure } from '../../../form/line-table/line-paths.ts'
import { useFieldSource, usePath } from '../../../form/use-field.ts'
import { Icon, usePortal } from '../../../sdk.ts'
import type { Card } from '../use-card.ts'
import classes from './LineGroups.module.css'

interface LineGroupsProps { card: Card; section: ResolvedSection; groupedBy: NonNullable<ResolvedSection['groupedBy']> }

/** Lines that belong to lines of another array: one table for each of those, with a heading from its values. */
export function LineGroups({ card, section, groupedBy }: LineGroupsProps) {
  const { manifest, model, line: only } = card
  const { bootstrap } = usePortal()
  const keyField = manifest.shape.fields[groupedBy.lines]?.lineKey ?? ''
  const keys = useLineFigure(model, groupedBy.lines, (lines) => lines.map((one) => String(one[keyField] ?? '')).join(' ')).split(' ')
  const all = useMemo(() => keys.map((key, index) => ({ key, index })).filter(({ key }) => key !== ''), [keys])
  const shown = only === undefined ? all : all.filter(({ key }) => key === only)
  const pages = Object.values(bootstrap.pages).filter((page) => page.screen === 'card' && page.type === manifest.id && page.view === card.view)
  const single = pages.find((page) => page.line !== undefined)
  const whole = pages.find((page) => page.line === undefined)
  const addressOf = (key: string | undefined): string | undefined => addressOfLine(key === undefined ? whole : single, card.keyOf ?? '', key)
  const canEdit = card.canEdit && card.isOpen(section.field ?? '')
  const back = only === undefined ? undefined : addressOf(undefined)
  if (shown.length === 0) return <Text c="dimmed" size="sm" ta="center" py="sm">{t('There is no such line.')}</Text>
  return (
    <Stack gap="lg">
      {shown.map(({ key, index }) => {
        const address = only === undefined && all.length > 1 ? addressOf(key) : undefined
        return <LineGroup key={key} card={card} section={section} groupedBy={groupedBy} lineKey={key} index={index} canEdit={canEdit} {...(address === undefined ? {} : { address })} />
      })}
      {back !== undefined && <Anchor component={Link} to={back} size="sm">{t('All lines')}</Anchor>}
    </Stack>
  )
}

/** The address of the page for one line of a record. */
function addressOfLine(page: { path: string; key?: { in: 'path' | 'query'; name: string }; line?: { in: 'path' | 'query'; name: string } } | undefined, record: string, line: string | undefined): string | undefined {
  if (page === undefined) return undefined
  const query = new URLSearchParams()
  let { path } = page
  for (const [place, value] of [[page.key, record], [page.line, line]] as const) {
    if (place === undefined || value === undefined) continue
    if (place.in === 'query') query.set(place.name, value)
    else path = path.replace(new RegExp(`:${place.name}\\??`), encodeURIComponent(value))
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

interface LineGroupProps extends LineGroupsProps { lineKey: string; index: number; canEdit: boolean; /** The screen that shows this line alone. */ address?: string }

function LineGroup({ card, section, groupedBy, lineKey, index, canEdit, address }: LineGroupProps) {
  const { compiled, model, manifest } = card
  const array = section.field ?? ''
  const shape = manifest.shape.fields[groupedBy.lines]?.line
  const key = shape?.fields[manifest.shape.fields[groupedBy.lines]?.lineKey ?? '']?.type === 'string' ? lineKey : Number(lineKey)
  const only = useMemo(() => ({ field: groupedBy.key, value: key }), [groupedBy.key, key])
  const count = useLineFigure(model, array, (lines) => lines.filter((line) => line[groupedBy.key] === key).length)
  const prefix = `${groupedBy.lines}.${index}.`
  return (
    <section className={classes.group} aria-label={t('Line {number}', { number: index + 1 })} data-group={lineKey}>
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Heading card={card} path={`${prefix}${groupedBy.heading ?? ''}`} index={index} />
        {address !== undefined && <Anchor component={Link} to={address} size="sm" className={classes.open ?? ''} aria-label={t('Only line {number}', { number: index + 1 })}><Icon name="arrow-right" size={15} /></Anchor>}
      </Group>
      <FieldsText names={groupedBy.fields} prefix={prefix} columns={groupedBy.fields.length} />
      {count > 0 || canEdit ? <LineTable compiled={compiled} model={model} section={section} canEdit={canEdit} only={only} /> : <Text c="dimmed" size="sm">{t('Nothing was entered.')}</Text>}
    </section>
  )
}

function Heading({ card, path, index }: { card: Card; path: string; index: number }) {
  const source = useFieldSource()
  usePath(source, path)
  const [array = '', , name = ''] = path.split('.')
  const field = card.manifest.shape.fields[array]?.line?.fields[name]
  return <Text fw={620}>{index + 1}. {field && <FormValue field={field} value={source.value(path)} />}</Text>
}
