import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'

const SECONDS = 10

/**
 * Shown to a user whose decision the document does not wait for. Redirects to the home page after a countdown, unless the user stops it.
 */
export function MismatchDialog() {
  const navigate = useNavigate()
  const [left, setLeft] = useState(SECONDS)
  const [isPaused, setPaused] = useState(false)
  const leave = (): void => void navigate('/', { replace: true })
  useEffect(() => {
    if (isPaused) return
    if (left <= 0) return void navigate('/', { replace: true })
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, isPaused, navigate])
  return (
    <Modal opened onClose={leave} title={t('Approval')} centered size={420} closeOnClickOutside={false} closeButtonProps={{ 'aria-label': t('Leave now') }}>
      <Stack gap="md">
        <Text>{t('Sorry, you cannot approve this document. Please contact the sender/admin for more information.')}</Text>
        <Text size="sm" c="dimmed" role="timer">{isPaused ? t('Stopped.') : t({ one: 'You will be taken to the home page in {count} second.', other: 'You will be taken to the home page in {count} seconds.' }, { count: left })}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => setPaused(!isPaused)}>{isPaused ? t('Go on') : t('Wait')}</Button>
          <Button onClick={leave} data-autofocus>{t('Go now')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
