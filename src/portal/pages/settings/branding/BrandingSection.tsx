import { SimpleGrid, TextInput } from '@mantine/core'
import { t } from '../../../../core/index.ts'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../../contract/index.ts'
import type { ImageAddresses, SiteImage } from '../../../../contract/index.ts'
import type { SettingsDraft } from '../use-settings-draft.ts'
import { PictureField } from './PictureField.tsx'

const PICTURES: { name: SiteImage; title: string; description: string }[] = [
  { name: 'company_logo', title: t('Company logo'), description: t('In the menu, on the sign-in page and on printed documents.') },
  { name: 'site_user_avatar', title: t('User avatar'), description: t('In place of initials; cut to a square.') },
  { name: 'site_landing_page_image', title: t('Landing page image'), description: t('Behind the welcome beside the sign-in.') },
]

/** The company's display name and pictures. */
export function BrandingSection({ draft, images }: { draft: SettingsDraft; images: ImageAddresses }) {
  const problem = (path: string) => draft.issues.find((issue) => issue.path === path)?.message
  return (
    <>
      <TextInput
        label={t('Display name')} maw={420} mb="lg" value={draft.displayName} maxLength={MAX_DISPLAY_NAME_LENGTH} error={problem('company_display_name')}
        onChange={(event) => draft.rename(event.currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl" verticalSpacing="lg">
        {PICTURES.map(({ name, title, description }) => (
          <PictureField key={name} title={title} description={description} saved={images[name]} chosen={draft.pictures[name]} refusal={problem(name)} onChoose={(file) => draft.picture(name, file)} />
        ))}
      </SimpleGrid>
    </>
  )
}
