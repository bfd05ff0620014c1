import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fieldAtPath, linesOfCalendar, type JsonObject } from '../../../../core/index.ts'
import { optionsQuery } from '../../../api/queries.ts'
import { fromWire } from '../../../form/wire.ts'
import { engineQuery } from '../../../shell/engine.ts'
import { usePortal } from '../../../shell/portal-context.ts'
import type { CalendarManifest, NameOf } from './events.ts'

/** The most records of a type whose names are fetched. */
const MAX_NAMES = 200

/** The names of records that colours and lines refer to: rows bring only those of their header. */
export function useNames(manifest: CalendarManifest): NameOf {
  const { bootstrap } = usePortal()
  const client = useQueryClient()
  const types = typesToName(manifest)
  const { data } = useQuery({
    queryKey: ['calendar-names', manifest.hash],
    queryFn: async () => {
      const engine = await client.ensureQueryData(engineQuery(client, bootstrap, manifest.id))
      const found = await Promise.all(types.filter((type) => engine.has(type)).map(async (type): Promise<[string, Map<string, JsonObject>]> => {
        const target = engine.type(type).manifest
        const { data: rows } = await client.ensureQueryData(optionsQuery(type, { limit: MAX_NAMES }))
        return [type, new Map(rows.map((row) => fromWire(target, row)).map((record) => [String(record[target.key]), record]))]
      }))
      return new Map(found)
    },
    enabled: types.length > 0,
    staleTime: 5 * 60_000,
    structuralSharing: false,
  })
  return useCallback(({ ref }, key) => {
    const name = ref && data?.get(ref.to)?.get(key)?.[ref.label]
    return typeof name === 'string' && name !== '' ? name : undefined
  }, [data])
}

function typesToName({ list: { calendar }, shape }: CalendarManifest): string[] {
  const lines = linesOfCalendar(calendar)
  const named = [...calendar.title, ...calendar.details].filter((path) => lines !== undefined && path.startsWith(`${lines}.`))
  const paths = calendar.colour === undefined ? named : [calendar.colour.by, ...named]
  return [...new Set(paths.flatMap((path) => fieldAtPath(shape, path)?.ref?.to ?? []))]
}
