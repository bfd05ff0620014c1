import { Stack } from '@mantine/core'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
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
      onKeyDown={onSubmit === undefined ? form.onKeyDown : submitByKey}
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

/** Ctrl+Enter (Cmd+Enter) submits from any field, also from one of several lines, unless its button is disabled. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
  event.preventDefault()
  event.stopPropagation()
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (button?.disabled !== true) event.currentTarget.requestSubmit(button)
}
