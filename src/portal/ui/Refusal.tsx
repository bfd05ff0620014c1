import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../api/client.ts'
import { isAboutForm } from './form-failures.ts'

/** Why the form was refused, if no single field is the cause. Unlike the toast it stays until the next attempt. */
export function Refusal({ error }: { error: unknown }) {
  return isAboutForm(error) ? <Alert color="error" icon={<IconAlertTriangle aria-hidden />}>{messageOf(error)}</Alert> : null
}
