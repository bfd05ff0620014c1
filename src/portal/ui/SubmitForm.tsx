import { Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { endToasts } from './toasts.ts'

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> { /** Nothing where buttons alone act. */ onSubmit?: () => unknown; children: ReactNode }

/**
 * A form that its page sends: the browser neither checks nor posts it. A dialog is inside the card's form in React's tree, though not
 * in the document's, so the event stops here.
 */
export function SubmitForm({ onSubmit, children, ...form }: Props) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        // What was wrong with the last try is no answer to this one.
        endToasts('refusal')
        void onSubmit?.()
      }}
    >
      <Stack gap="md">{children}</Stack>
    </form>
  )
}
