/** Content sent to the rendering thread: pdfmake content, except that table widths are computed there. */
import type { Content, ContentStack, ContentTable, Table, TableCell } from 'pdfmake/interfaces.js'
import type { Unmeasured } from './widths.ts'

export type Sent = Content | SentStack | SentTable | SentColumns

interface SentStack extends Omit<ContentStack, 'stack'> { stack: Sent[] }
interface SentColumns { columns: (SentStack & { width: string })[]; columnGap: number }
interface SentTable extends Omit<ContentTable, 'table'> { table: Omit<Table, 'body' | 'widths'> & { body: SentCell[][]; widths: Table['widths'] | Unmeasured } }
export type SentCell = TableCell | Sent
