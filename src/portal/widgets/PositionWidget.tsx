import { ActionIcon, Button, Group, Input, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../core/index.ts'
import type { Json, JsonObject, ResolvedField } from '../../core/index.ts'
import { formatPosition, Icon } from '../sdk.ts'
import type { WidgetProps } from './widget.ts'

/** How long the device may take, in milliseconds: outdoors a first fix takes up to half a minute. */
const WITHIN_MS = 30_000

const REFUSALS: Record<number, string> = {
  1: t('Your browser did not give the position. You can go on without it, or allow it in the browser’s settings.'),
  2: t('The position cannot be determined here. You can go on without it.'),
  3: t('The position took too long. Try again, or go on without it.'),
}

/**
 * Where the person is, given by their device when they press the button and by nothing else. The field is an object; of `latitude` and
 * `longitude` (degrees), `accuracy` (metres) and `takenAt` (an instant), it gets those parts that it declares.
 */
export function PositionWidget({ id, label, description, field, value, error, required, disabled, bare, onChange, onBlur }: WidgetProps) {
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => { isShown.current = false }
  }, [])
  const take = (position?: GeolocationPosition, refusal?: string): void => {
    if (!isShown.current) return
    setAsking(false)
    setProblem(refusal)
    if (position === undefined) return
    onChange(partsOf(field, position))
    onBlur()
  }
  const ask = (): void => {
    // Outside of a secure context some browsers leave it out.
    if (!('geolocation' in navigator)) return setProblem(REFUSALS[2])
    setProblem(undefined)
    setAsking(true)
    navigator.geolocation.getCurrentPosition((position) => take(position), ({ code }) => take(undefined, REFUSALS[code]), { enableHighAccuracy: true, timeout: WITHIN_MS, maximumAge: 0 })
  }
  const text = formatPosition(value)
  const shownError = problem ?? error
  return (
    <Input.Wrapper {...(bare ? {} : { label, description })} required={required} error={shownError} id={id} inputWrapperOrder={['label', 'input', 'description', 'error']}>
      <Group gap={6} wrap="nowrap" mih={36} data-path={id}>
        {text === '' ? (
          <Button id={id} variant="default" size="xs" h={36} disabled={disabled} loading={isAsking} aria-label={t('Add where I am: {label}', { label })} leftSection={<Icon name="map-pin" size={16} />} onClick={ask}>{t('Add where I am')}</Button>
        ) : (
          <>
            <Text span size="sm" className="dirisha-numeric">{text}</Text>
            {!disabled && <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('Remove: {label}', { label })} onClick={() => onChange(undefined)}><Icon name="x" size={16} /></ActionIcon>}
          </>
        )}
      </Group>
    </Input.Wrapper>
  )
}

function partsOf({ parts }: ResolvedField, { coords, timestamp }: GeolocationPosition): JsonObject {
  const known: Record<string, Json> = { latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy, takenAt: new Date(timestamp).toISOString() }
  return Object.fromEntries(Object.entries(known).filter(([name]) => parts?.fields[name] !== undefined))
}
