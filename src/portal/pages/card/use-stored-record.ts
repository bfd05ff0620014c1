import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { WireRecord } from '../../../contract/index.ts'
import { recordQuery, useManifest } from '../../sdk.ts'

/** The record that a form starts from: as it is stored now, never as an earlier visit left it in the cache. Idle for a new record. */
export function useStoredRecord(type: string, key: string | undefined): UseQueryResult<WireRecord> {
  return useQuery({ ...recordQuery(useManifest(type), key ?? ''), enabled: key !== undefined, refetchOnMount: 'always' })
}
