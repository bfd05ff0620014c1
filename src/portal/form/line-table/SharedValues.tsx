import { t } from '../../../core/index.ts'
import type { ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import { FormValue } from '../FieldsText.tsx'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import classes from './LineTable.module.css'

/** What all lines of a table share, once above them. */
export function SharedValues({ model, section, shape, names }: { model: FormModel; section: ResolvedSection; shape: ResolvedShape; names: readonly string[] }) {
  const array = section.field ?? ''
  usePath(model, array)
  return (
    <dl className={classes.shared} aria-label={t('In all lines')}>
      {names.map((name) => {
        const field = shape.fields[name]
        const path = `${array}.0.${name}`
        return field && <div key={name}><dt>{section.columns[name]?.title || model.field(path).label || field.title}</dt><dd><FormValue field={field} value={model.value(path)} /></dd></div>
      })}
    </dl>
  )
}
