import { Kbd, Modal, Table } from '@mantine/core'
import { t } from '../../core/index.ts'
import { controlKey } from './control-key.ts'

/** A key, as it is written on the keyboard, and what it does here. */
export interface KeyHelp { keys: string[]; does: string }

/** The keys that every screen has, with those of forms and their dialogs. */
const EVERYWHERE: KeyHelp[] = [
  { keys: [controlKey(), 'K'], does: t('search screens and records, and go to one') }, { keys: [controlKey(), t('Enter')], does: t('in lines: add one; in a dialog: send it') },
  { keys: [t('Esc')], does: t('close what is open') }, { keys: ['?'], does: t('this list') },
]

/** Lists the keys of a screen, followed by those that every screen has. */
export function KeysDialog({ keys: own = [], onClose }: { keys?: KeyHelp[]; onClose: () => void }) {
  const keys = [...own.filter(({ does }) => EVERYWHERE.every((one) => one.does !== does)), ...EVERYWHERE]
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
