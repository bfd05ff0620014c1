import { Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { endToasts } from './toasts.ts'

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> { /** Omit it if only buttons act. */ onSubmit?: () => unknown; children: ReactNode }

/**
 * A form submitted by its page: the browser neither validates nor posts it. A dialog is inside the card's form in React's tree, though not
 * in the DOM, so propagation stops here.
 */
export function SubmitForm({ onSubmit, children, ...form }: Props) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        // The errors of the last attempt do not apply to this one.
        endToasts('refusal')
        void onSubmit?.()
      }}
    >
      <Stack gap="md">{children}</Stack>
    </form>
  )
}
