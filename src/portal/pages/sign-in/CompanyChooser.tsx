import { t } from '../../../core/index.ts'
import type { CompanyAnswer } from '../../../contract/index.ts'
import classes from './AuthFrame.module.css'

interface Props { companies: CompanyAnswer[]; value: string; onChange: (id: string) => void }

/** Selects the company; inconspicuous, because it matters only for some sign-in methods. */
export function CompanyChooser({ companies, value, onChange }: Props) {
  return (
    <label className={classes.company}>
      {t('Company')}
      <select name="company" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {companies.map(({ id, displayName }) => <option key={id} value={id}>{displayName}</option>)}
      </select>
    </label>
  )
}
