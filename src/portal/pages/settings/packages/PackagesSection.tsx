import { Text, Title, VisuallyHidden } from '@mantine/core'
import { memo, useState } from 'react'
import { t } from '../../../../core/index.ts'
import type { MenuPackage } from '../../../../core/index.ts'
import { PackageList } from './PackageList.tsx'

interface PackagesSectionProps { packages: MenuPackage[]; onChange: (packages: MenuPackage[]) => void }

/** The menu of all modules: which entries the company uses, their captions and their order. */
export const PackagesSection = memo(function PackagesSection({ packages, onChange }: PackagesSectionProps) {
  const [announcement, setAnnouncement] = useState('')
  const everybodys = packages.filter(({ area }) => area === undefined)
  const administrators = packages.filter(({ area }) => area !== undefined)
  return (
    <>
      <Title order={3} size="h6" mb={4}>{t('Everybody’s menu')}</Title>
      <PackageList label={t('Everybody’s menu')} entries={everybodys} onChange={(next) => onChange([...next, ...administrators])} onAnnounce={setAnnouncement} />
      {administrators.length > 0 && (
        <>
          <Title order={3} size="h6" mt="lg" mb={4}>{t('Administration')}</Title>
          <PackageList label={t('Administration')} entries={administrators} onChange={(next) => onChange([...everybodys, ...next])} onAnnounce={setAnnouncement} />
        </>
      )}
      <Text size="xs" c="dimmed" mt="sm">{t('Entries that are off are hidden from everyone (screens, tiles and search results) and accept no new requests. Requests sent earlier can still be read and decided on.')}</Text>
      <VisuallyHidden role="status" aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
})
