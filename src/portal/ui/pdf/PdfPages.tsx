import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { t } from '../../../core/index.ts'
import { ErrorState } from '../ErrorState.tsx'
import { SheetSkeleton } from './SheetSkeleton.tsx'
import classes from './PdfPages.module.css'

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress
// Started as soon as this code is loaded, and kept for all documents.
const OPTIONS = { worker: new pdfjs.PDFWorker() }

const MAX_WIDTH_PX = 980
/** Pixels across an A4 sheet that look sharp on paper: 240 per inch. */
const POINTS_ON_PAPER = 1984

interface PdfPagesProps {
  blob: Blob
  /** Set if the window can be printed as just these pages; `fine` renders them at print resolution rather than the screen's. */
  paper?: 'coarse' | 'fine'
  /** Called when every page is rendered for print. */
  onPaperReady?: () => void
}

/**
 * The pages of a PDF, one below the other, each as wide as possible. Loaded only where a PDF is viewed; this version of pdf.js does not
 * evaluate code, so the content security policy holds.
 */
export function PdfPages({ blob, paper, onPaperReady }: PdfPagesProps) {
  const [count, setCount] = useState(0)
  // The first page is drawn before the others; for paper all at once.
  const [isBegun, setBegun] = useState(false)
  const [isWide, setWide] = useState(false)
  const { ref, width } = useElementSize()
  const [shown, setShown] = useState(0)
  // Paper is wider: if the pages were rendered anew at its width, they would not be ready when the browser prints.
  useEffect(() => {
    if (!window.matchMedia('print').matches) setShown(Math.min(width, MAX_WIDTH_PX))
  }, [width])
  const isForPaper = paper === 'fine'
  const drawn = useRef(new Set<number>())
  useEffect(() => drawn.current.clear(), [isForPaper, blob])
  const drew = (page: number): void => {
    drawn.current.add(page)
    if (isForPaper && drawn.current.size === count) onPaperReady?.()
  }
  return (
    <div ref={ref} className={classes.pages}>
      {paper && <style>{pageStyle(isWide)}</style>}
      <Document
        file={blob}
        onLoadSuccess={(document) => setCount(document.numPages)}
        loading={<SheetSkeleton />} options={OPTIONS}
        error={<ErrorState error={new Error(t('This PDF could not be shown.'))} />}
      >
        {shown > 0 && Array.from({ length: isBegun || paper !== undefined ? count : Math.min(count, 1) }, (_, index) => (
          <figure key={index} className={classes.page}>
            <Page
              pageNumber={index + 1} width={shown} renderAnnotationLayer={false} renderTextLayer={false} aria-label={t('Page {number} of {count}', { number: index + 1, count })}
              {...(isForPaper ? { devicePixelRatio: Math.max(window.devicePixelRatio, POINTS_ON_PAPER / shown) } : {})}
              onLoadSuccess={(page) => setWide(page.originalWidth > page.originalHeight)}
              onRenderSuccess={() => {
                setBegun(true)
                drew(index)
              }}
              onRenderError={() => drew(index)}
            />
            {count > 1 && <Text component="figcaption" size="xs" c="dimmed" ta="center">{t('Page {number} of {count}', { number: index + 1, count })}</Text>}
          </figure>
        ))}
      </Document>
    </div>
  )
}

// oxlint-disable-next-line dirisha/raw-text -- CSS
const pageStyle = (isWide: boolean): string => `@page { size: A4 ${isWide ? 'landscape' : 'portrait'}; margin: 0; }`
