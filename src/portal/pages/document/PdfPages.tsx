import { Center, Loader, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { ErrorState } from '../../sdk.ts'
import classes from './Document.module.css'

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress

const WIDEST = 980

/** A PDF, page under page, each as wide as there is room. Loaded only where one is looked at; this pdf.js no longer evaluates code, so the policy holds. */
export function PdfPages({ blob }: { blob: Blob }) {
  const [count, setCount] = useState(0)
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} className={classes.pages}>
      <Document
        file={blob}
        onLoadSuccess={(document) => setCount(document.numPages)}
        loading={<Center h={320}><Loader aria-label="Loading the document" /></Center>}
        error={<ErrorState error={new Error('This PDF could not be shown.')} />}
      >
        {width > 0 && Array.from({ length: count }, (_, index) => (
          <figure key={index} className={classes.page}>
            <Page pageNumber={index + 1} width={Math.min(width, WIDEST)} renderAnnotationLayer={false} renderTextLayer={false} aria-label={`Page ${index + 1} of ${count}`} />
            {count > 1 && <Text component="figcaption" size="xs" c="dimmed" ta="center">Page {index + 1} of {count}</Text>}
          </figure>
        ))}
      </Document>
    </div>
  )
}
