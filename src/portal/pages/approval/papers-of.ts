import type { Doc, ResolvedShape } from '../../../core/index.ts'
import type { FormEnvironment } from '../../form/environment.ts'
import { fileOf, type FileValue } from '../../form/file-value.ts'
import { linesOf } from '../../form/line-table/line-paths.ts'
import type { Card } from '../card/use-card.ts'
import type { Paper } from './Papers.tsx'

/** Stored files in fields of lines, such as receipts. */
function filesOfLines({ fields }: ResolvedShape, doc: Doc): FileValue[] {
  return Object.values(fields).flatMap(({ name, line }) => {
    const inner = Object.values(line?.fields ?? {}).filter(({ file }) => file !== undefined)
    return inner.length === 0 ? [] : linesOf(doc, name).flatMap((one) => inner.flatMap((field) => fileOf(one[field.name]) ?? []))
  }).filter(({ id }) => id !== undefined)
}

/** The document's printed forms, its attachments and the files of its lines; with `filesFirst`, the files come before the forms. */
export function papersOf({ compiled, manifest, context, model, stored }: Card, pathOf: FormEnvironment['filePath'], filesFirst: boolean): Paper[] {
  const doc = model.doc()
  const prints = Object.values(manifest.print).filter(({ when }) => when === undefined || compiled.test(when, doc, context()))
  const forms = prints.map((print): Paper => ({ id: `print ${print.name}`, title: print.title, mediaType: 'application/pdf', print: print.name }))
  const files = [
    ...stored.map((file): Paper => ({ id: file.id, title: file.fileName, mediaType: file.mediaType, path: file.attachment })),
    ...filesOfLines(manifest.shape, doc).map(({ id = '', fileName, mediaType }): Paper => ({ id, title: fileName, mediaType, path: pathOf?.(id) ?? '' })),
  ]
  return filesFirst ? [...files, ...forms] : [...forms, ...files]
}
