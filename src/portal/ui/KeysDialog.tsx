import { Kbd, Modal, Table } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '../../core/index.ts'
import { isTyping } from './is-typing.ts'

/** A key, as it is written on the keyboard, and what it does here. */
export interface KeyHelp { keys: string[]; does: string }

/** Lists the keys of a screen. */
export function KeysDialog({ keys, onClose }: { keys: KeyHelp[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t('Keys')} centered size={380} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Table verticalSpacing={6} withRowBorders={false}>
        <Table.Tbody>
          {keys.map(({ keys: names, does }) => (
            <Table.Tr key={does}>
              <Table.Td w={110}>{names.map((name) => <Kbd key={name} mr={4}>{name}</Kbd>)}</Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

/** Whether the list of keys is open; ? opens it, unless the user is typing. */
export function useKeysDialog(isOn = true): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping()) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
