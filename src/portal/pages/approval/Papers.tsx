import { Button, Chip, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { ErrorState, fetchAttachment, fetchPrint, Icon, messageOf, saveBlob, toast, typeKey } from '../../sdk.ts'
import classes from './Papers.module.css'
import { BlobContents, isShownHere, loadPdfPages } from '../../ui/file/BlobContents.tsx'
import { SheetSkeleton } from '../../ui/pdf/SheetSkeleton.tsx'

// Loaded while the paper itself is still fetched; if it fails, showing the paper tries again.
void loadPdfPages().catch(() => undefined)
const waiting = <SheetSkeleton />

/** A printed form of the document, or an attachment. */
export interface Paper { id: string; title: string; mediaType: string; print?: string; path?: string }

/** Shows one paper at a time, next to the decision. */
export function Papers({ type, recordKey, papers }: { type: string; recordKey: string; papers: Paper[] }) {
  const [chosen, setChosen] = useState(papers[0]?.id)
  const paper = papers.find((one) => one.id === chosen) ?? papers[0]
  if (paper === undefined) return null
  return (
    <section className={`dirisha-panel ${classes.papers ?? ''}`} aria-label={t('Document and attachments')}>
      <Group gap={8} className={classes.choice} role="group" aria-label={t('Papers')}>
        {papers.map((one) => <Chip key={one.id} size="sm" checked={one === paper} onChange={() => setChosen(one.id)}>{one.title}</Chip>)}
      </Group>
      {paper.print !== undefined || isShownHere(paper.mediaType) ? <div className={classes.sheet}><Sheet key={paper.id} type={type} recordKey={recordKey} paper={paper} /></div> : <Download key={paper.id} paper={paper} />}
    </section>
  )
}

/** A file that the portal cannot show; it is fetched, and counts as downloaded, only on request. */
function Download({ paper }: { paper: Paper }) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const { blob, fileName } = await fetchAttachment(paper.path ?? '')
      saveBlob(blob, fileName)
    } catch (error) {
      toast.warning(messageOf(error))
    }
    setBusy(false)
  }
  return <Text p="xl" ta="center"><Button variant="default" loading={isBusy} leftSection={<Icon name="download" size={17} />} onClick={() => void save()}>{t('Download {title}', { title: paper.title })}</Button></Text>
}

function Sheet({ type, recordKey, paper }: { type: string; recordKey: string; paper: Paper }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...typeKey(type), 'paper', recordKey, paper.id],
    queryFn: async () => (await (paper.print === undefined ? fetchAttachment(paper.path ?? '', { inline: true }) : fetchPrint(type, recordKey, paper.print, { inline: true }))).blob,
    structuralSharing: false, staleTime: 60_000, retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <BlobContents blob={data} mediaType={paper.mediaType || data.type} name={paper.title} className={classes.image} waiting={waiting} /> : waiting
}
