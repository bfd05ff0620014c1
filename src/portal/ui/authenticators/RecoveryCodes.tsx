import { Button, Checkbox, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import classes from './Authenticators.module.css'

/** Shows the recovery codes, once. It closes only after the user confirms that they are saved. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false)
  return (
    <Modal opened onClose={onClose} title={t('Your recovery codes')} size={440} centered closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
      <Stack>
        <Text>{t('Keep these with your important papers. If you lose the phone or the device, each of them signs you in once. They are not shown again.')}</Text>
        <ul className={classes.codes} aria-label={t('Recovery codes')}>{codes.map((code) => <li key={code}>{code}</li>)}</ul>
        <Group gap="sm">
          {/* Browsers allow clipboard access only in secure contexts. */}
          {window.isSecureContext && <CopyButton value={codes.join('\n')}>{({ copied, copy }) => <Button variant="default" size="xs" onClick={copy}>{copied ? t('Copied') : t('Copy')}</Button>}</CopyButton>}
          <Button variant="default" size="xs" component="a" href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`} download="recovery-codes.txt">{t('Save as a file')}</Button>
        </Group>
        <Checkbox label={t('I have saved these codes')} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <Button disabled={!isKept} onClick={onClose}>{t('Done')}</Button>
      </Stack>
    </Modal>
  )
}
