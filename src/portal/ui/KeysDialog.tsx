import { Kbd, Modal, Table } from '@mantine/core'
import { t } from '../../core/index.ts'

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
