import { t } from '../../../core/index.ts'
import { useBranding, usePortal } from '../../shell/portal-context.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useScreenTitle } from '../../ui/use-screen-title.ts'

/** For users who have no page yet. */
export function HomePage() {
  const { user } = usePortal()
  const branding = useBranding()
  useScreenTitle(t('Welcome'), branding?.displayName)
  return (
    <div data-screen="shell.home" data-kind="home">
      <EmptyState heading={1} icon="user-check" title={t('Welcome, {name}', { name: user.name })} text={t('Your account has no services yet. Ask your administrator which services you should see.')} />
    </div>
  )
}
