import { Button } from '@mantine/core'
import { useState } from 'react'
import { isAbsentOnWire } from '../../../../core/index.ts'
import { useFormEnvironment } from '../../../form/environment.ts'
import { FieldsText } from '../../../form/FieldsText.tsx'
import { useFieldSource, usePath } from '../../../form/use-field.ts'
import { Icon } from '../../../sdk.ts'
import classes from './Reading.module.css'

/** The fields of a section for reading: the empty ones are folded, and codes of records stand in a row. */
export function ReadFields({ names, columns }: { names: string[]; columns: number }) {
  const source = useFieldSource()
  const { fieldOf } = useFormEnvironment()
  usePath(source, '')
  const [isOpen, setOpen] = useState(false)
  const shown = names.filter((name) => source.field(name).visible && !fieldOf(name).hidden)
  const filled = shown.filter((name) => !isAbsentOnWire(source.value(name)))
  const empty = shown.length - filled.length
  const areCodes = shown.length > 1 && shown.every((name) => fieldOf(name).ref !== undefined)
  return (
    <>
      {(isOpen || filled.length > 0) && <FieldsText names={isOpen ? shown : filled} columns={columns} {...(areCodes && !isOpen ? { isRow: true } : {})} />}
      {empty > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" className={classes.fold ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} rightSection={<Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={15} />}>
          {empty === 1 ? '1 empty field' : `${empty} empty fields`}
        </Button>
      )}
    </>
  )
}
