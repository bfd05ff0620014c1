import { Alert, Button, Group, Modal, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import type { OverlayPreview } from '../../../contract/index.ts'
import { ChangeLine } from '../../ui/ChangeLine.tsx'
import { confirmedLeaving } from '../../ui/confirm.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { shortValue } from './operations.ts'
import { OverlayEditor } from './OverlayEditor.tsx'
import classes from './Overlays.module.css'
import { useOverlayDraft, type Draft } from './use-overlay-draft.ts'
import { WhomSelect } from './WhomSelect.tsx'

/** Writes, previews and publishes an overlay. */
export function OverlayDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { targets, text, isTouched, aimed, problems, preview, refusal, isTrying, isPublishing, write, aim, tryOut, publish } = useOverlayDraft(draft, onClose)
  const close = async () => {
    if (isTouched && !(await confirmedLeaving({ text: 'Discard what you wrote?', acceptLabel: 'Discard', rejectLabel: 'Stay' }))) return
    onClose()
  }
  return (
    <Modal opened onClose={() => void close()} size="xl" title={draft.title} closeOnClickOutside={false} closeButtonProps={{ 'aria-label': 'Close' }}>
      <SubmitForm onSubmit={publish}>
        {refusal !== '' && <Alert color="warning" role="alert">{refusal}</Alert>}
        {!draft.overlay && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect label="Of" data={(targets?.types ?? []).map(({ id, title }) => ({ value: id, label: title }))} value={aimed.type} onChange={({ currentTarget: { value } }) => aim({ type: value })} />
            <WhomSelect label="For" targets={targets} value={aimed.whom} hasRoles={targets?.isForRoles === true} onChange={(whom) => aim({ whom })} />
          </SimpleGrid>
        )}
        <Text size="sm" c="dimmed">Each operation says what it does (set, add, hide, move, tighten or replace-rule), at which property of the manifest, and the new value.</Text>
        <OverlayEditor text={text} problems={problems} onChange={write} />
        {preview && <Preview changes={preview} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void close()} disabled={isPublishing}>Cancel</Button>
          <Button variant="default" loading={isTrying} disabled={isPublishing} onClick={tryOut}>Show what changes</Button>
          <Button type="submit" loading={isPublishing} disabled={isTrying}>Publish</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}

function Preview({ changes }: { changes: OverlayPreview['changes'] }) {
  return (
    <section className={classes.preview} aria-label="What changes" role="status">
      <Text size="sm" fw={600}>{changes.length === 0 ? 'This overlay makes no changes.' : 'Once it is published:'}</Text>
      <ul>{changes.map(({ path, from, to }) => <li key={path}><ChangeLine title={path} from={from === null ? 'not there' : shortValue(from)} to={to === null ? 'removed' : shortValue(to)} /></li>)}</ul>
    </section>
  )
}
