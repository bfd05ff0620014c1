import { NativeSelect, Title } from '@mantine/core'
import { t, textLanguage } from '../../../core/index.ts'
import { chooseLanguage, languageName, languages } from '../../language.ts'
import classes from './Security.module.css'

/** The language of the portal in this browser, if there is one besides English. */
export function Language() {
  const known = languages()
  if (known.length === 1) return null
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="language">
      <Title order={2} size="h4" id="language" mb="sm">{t('Language')}</Title>
      <NativeSelect
        aria-labelledby="language" description={t('Of the portal in this browser, and of your mails and notifications. Printed documents are in English.')} maw={340} value={textLanguage()}
        data={known.map((value) => ({ value, label: languageName(value) }))} onChange={({ currentTarget: { value } }) => chooseLanguage(value)}
      />
    </section>
  )
}
