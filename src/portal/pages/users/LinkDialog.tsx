import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { UserRow } from '../../../contract/index.ts'

/** Shows a link once, which whoever asked for it hands on: where no mail server is set nobody else can. */
export function LinkDialog({ user, link, message, onClose }: { user: UserRow; link: string; message: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={`Link for ${user.name}`} centered>
      <Stack>
        <Text>{message}</Text>
        <TextInput label="Link" value={link} readOnly data-autofocus onFocus={(event) => event.currentTarget.select()} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>Close</Button>
          {/* Browsers give the clipboard to secure addresses only; elsewhere the link is chosen and copied by hand. */}
          {window.isSecureContext && <CopyButton value={link}>{({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}</CopyButton>}
        </Group>
      </Stack>
    </Modal>
  )
}
