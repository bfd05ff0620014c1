import { t } from '../../../core/index.ts'

/** Asked before a form with unsaved changes is left. */
export const KEPT_QUESTION = t('You have unsaved changes. Leave this page? They are kept in this browser and restored when you come back.')
