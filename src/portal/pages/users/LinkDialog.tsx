import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { t } from '../../../core/index.ts'
import type { UserRow } from '../../../contract/index.ts'

/** Shows a link once, for the administrator to hand over: without a mail server there is no other way. */
export function LinkDialog({ user, link, message, onClose }: { user: UserRow; link: string; message: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t('Link for {name}', { name: user.name })} centered>
      <Stack>
        <Text>{message}</Text>
        <TextInput label={t('Link')} value={link} readOnly data-autofocus onFocus={(event) => event.currentTarget.select()} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>{t('Close')}</Button>
          {/* Browsers allow clipboard access only in secure contexts; elsewhere the link is selected and copied by hand. */}
          {window.isSecureContext && <CopyButton value={link}>{({ copied, copy }) => <Button onClick={copy}>{copied ? t('Copied') : t('Copy')}</Button>}</CopyButton>}
        </Group>
      </Stack>
    </Modal>
  )
}
