import { Group, Modal, Stack } from '@mantine/core'
import { t } from '../../../../core/index.ts'
import { useFocusReturn } from '../../../form/use-focus-return.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { DownloadButton, FileContents, type Previewed } from '../../../ui/file/FileContents.tsx'

/** A file in a dialog over the form. */
export function FilePreview({ file, onClose }: { file: Previewed; onClose: () => void }) {
  useFocusReturn()
  const isPhone = useIsPhone()
  return (
    <Modal opened onClose={onClose} title={file.name} size="xl" fullScreen={isPhone} closeButtonProps={{ 'aria-label': t('Close the preview') }}>
      <Stack gap="md">
        <FileContents file={file} />
        <Group justify="flex-end"><DownloadButton file={file} /></Group>
      </Stack>
    </Modal>
  )
}
