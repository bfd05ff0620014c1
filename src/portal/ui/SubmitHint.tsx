import { Kbd } from '@mantine/core'
import { t } from '../../core/index.ts'
import { Sentence } from './Sentence.tsx'
import { controlKey } from './control-key.ts'
import classes from './SubmitHint.module.css'

/** Beside the button of a form whose text may have several lines: which keys send it. Only where there is a keyboard. */
export function SubmitHint() {
  return <span className={classes.hint}><Sentence text="{keys} to send" keys={<><Kbd>{controlKey()}</Kbd> <Kbd>{t('Enter')}</Kbd></>} /></span>
}
