import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useScreenTitle } from '../../ui/use-screen-title.ts'

/** An address that leads nowhere, or to something that is not this person's to see: the two look alike on purpose. */
export function NotFoundPage() {
  useScreenTitle('Page not found')
  return (
    <div data-screen="not-found" data-kind="not-found">
      <EmptyState
        icon="search"
        heading={1}
        title="Page not found"
        text="There is nothing at this address, or it is not yours to see. The link may be old, or the record may have been removed."
        action={<Button component={Link} to="/">Go to the first page</Button>}
      />
    </div>
  )
}
