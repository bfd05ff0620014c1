import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../api/client.ts'
import { isAboutForm } from './form-failures.ts'

/** Why the form was refused, when it is no single field's fault. Stays when the toast has gone, until the next try. */
export function Refusal({ error }: { error: unknown }) {
  return isAboutForm(error) ? <Alert color="error" icon={<IconAlertTriangle aria-hidden />}>{messageOf(error)}</Alert> : null
}
