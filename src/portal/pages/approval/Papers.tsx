import { Center, Chip, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { ErrorState, fetchAttachment, fetchPrint, typeKey } from '../../sdk.ts'
import classes from './Papers.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const PdfPages = lazy(() => import('../../ui/pdf/PdfPages.tsx').then((module) => ({ default: module.PdfPages })))
const waiting = <Center h={240}><Loader role="status" aria-label="Loading the document" /></Center>
// SVG may contain scripts, so it is only ever downloaded.
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** A printed form of the document, or an attachment. */
export interface Paper { id: string; title: string; mediaType: string; print?: string; path?: string }

/** Shows one paper at a time, next to the decision. */
export function Papers({ type, recordKey, papers }: { type: string; recordKey: string; papers: Paper[] }) {
  const [chosen, setChosen] = useState(papers[0]?.id)
  const paper = papers.find((one) => one.id === chosen) ?? papers[0]
  if (paper === undefined) return null
  return (
    <section className={`dirisha-panel ${classes.papers ?? ''}`} aria-label="Document and attachments">
      <Group gap={8} p="sm" role="group" aria-label="Papers">
        {papers.map((one) => <Chip key={one.id} size="sm" checked={one === paper} onChange={() => setChosen(one.id)}>{one.title}</Chip>)}
      </Group>
      <Sheet key={paper.id} type={type} recordKey={recordKey} paper={paper} />
    </section>
  )
}

function Sheet({ type, recordKey, paper }: { type: string; recordKey: string; paper: Paper }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...typeKey(type), 'paper', recordKey, paper.id],
    queryFn: async () => (await (paper.print === undefined ? fetchAttachment(paper.path ?? '', { inline: true }) : fetchPrint(type, recordKey, paper.print))).blob,
    structuralSharing: false, staleTime: 60_000, retry: false,
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !address) return waiting
  const mediaType = paper.mediaType || data.type
  if (IMAGES.includes(mediaType)) return <img src={address} alt={paper.title} className={classes.image} />
  if (mediaType === 'application/pdf') return <div className={classes.sheet}><LazyBoundary fallback={waiting}><PdfPages blob={data} /></LazyBoundary></div>
  return <Text p="xl" ta="center"><a href={address} download={paper.title}>Download {paper.title}</a></Text>
}
