import { useState } from 'react'
import { isAbsentOnWire, t } from '../../../../core/index.ts'
import { useFormEnvironment } from '../../../form/environment.ts'
import { FieldsText } from '../../../form/FieldsText.tsx'
import { useFieldSource, usePath } from '../../../form/use-field.ts'
import { areCodes } from '../../../form/rare-fields.ts'
import { FoldButton } from './FoldButton.tsx'

/** The fields of a section for reading: the empty ones are folded, and codes of records stand in a row. */
export function ReadFields({ names, columns }: { names: string[]; columns: number }) {
  const source = useFieldSource()
  const { fieldOf, isSaidAbove } = useFormEnvironment()
  usePath(source, '')
  const [isOpen, setOpen] = useState(false)
  const shown = names.filter((name) => source.field(name).visible && !fieldOf(name).hidden && isSaidAbove?.(name) !== true)
  const filled = shown.filter((name) => !isAbsentOnWire(source.value(name)))
  const empty = shown.length - filled.length
  const isRow = areCodes(shown.map(fieldOf)) && !isOpen
  return (
    <>
      {(isOpen || filled.length > 0) && <FieldsText names={isOpen ? shown : filled} columns={columns} {...(isRow ? { isRow } : {})} />}
      {empty > 0 && (
        <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>{t({ one: '{count} empty field', other: '{count} empty fields' }, { count: empty })}</FoldButton>
      )}
    </>
  )
}
