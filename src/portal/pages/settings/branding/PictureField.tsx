import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../../core/index.ts'
import { IMAGE_TYPES } from '../../../../contract/index.ts'
import { fitFile, makingSmaller, mustBeFitted, sizeText } from '../../../ui/file/fitting-file.ts'
import { Icon } from '../../../ui/icons.tsx'
import { PICTURE_LIMITS, pictureRefusal } from './picture-refusal.ts'
import classes from './Branding.module.css'

const UNREADABLE = t('The file could not be read. Choose it again.')

interface PictureFieldProps {
  title: string
  description: string
  /** The address of the saved picture. */
  saved: string | null
  /** A new picture, null to remove the saved one, undefined if unchanged. */
  chosen: File | null | undefined
  /** Why the server refused it. */
  refusal: string | undefined
  onChoose: (file: File | null | undefined) => void
}

/** A picture with a preview, and buttons to replace and remove it. */
export function PictureField({ title, description, saved, chosen, refusal, onChoose }: PictureFieldProps) {
  const [problem, setProblem] = useState<string>()
  const [note, setNote] = useState<string>()
  const clearInput = useRef<() => void>(null)
  const preview = useMemo(() => (chosen ? URL.createObjectURL(chosen) : undefined), [chosen])
  useEffect(() => () => { if (preview !== undefined) URL.revokeObjectURL(preview) }, [preview])
  const shown = chosen === undefined ? saved : preview
  const choose = async (given: File | null) => {
    clearInput.current?.()
    if (given === null) return
    setNote(mustBeFitted(PICTURE_LIMITS, given) ? makingSmaller() : undefined)
    await fitFile(PICTURE_LIMITS, given, async ({ file, was }) => {
      setNote(was === undefined ? undefined : sizeText({ size: file.size, was }))
      const refused = await pictureRefusal(file).catch(() => UNREADABLE)
      setProblem(refused)
      if (refused === undefined) onChoose(file)
    })
  }
  const remove = () => {
    setProblem(undefined)
    setNote(undefined)
    onChoose(chosen && saved === null ? undefined : null)
  }
  return (
    <div role="group" aria-label={title}>
      <Input.Label labelElement="div">{title}</Input.Label>
      <div className={classes.frame}>
        {shown ? <img className={classes.picture} src={shown} alt={`${title}, ${preview === undefined ? t('as it is shown') : t('not saved yet')}`} /> : <Text size="sm" c="dimmed">{t('No picture')}</Text>}
      </div>
      <Input.Description mb={8}>{t('{description} PNG, JPEG or WebP, less than 2 MB.', { description })}</Input.Description>
      <Text size="xs" c="dimmed" role="status">{note}</Text>
      {(problem ?? refusal) !== undefined && <Input.Error role="alert" mb={8}>{problem ?? refusal}</Input.Error>}
      <Group gap="xs">
        <FileButton accept={IMAGE_TYPES.join(',')} onChange={(file) => void choose(file)} resetRef={clearInput} inputProps={{ 'aria-label': t('Choose a picture: {title}', { title }) }}>
          {(props) => <Button variant="default" size="sm" leftSection={<Icon name="camera" size={16} />} {...props}>{shown ? t('Replace') : t('Choose')}</Button>}
        </FileButton>
        {shown && <Button variant="subtle" color="error" size="sm" onClick={remove}>{t('Remove')}</Button>}
        {chosen === null && <Button variant="subtle" size="sm" onClick={() => onChoose(undefined)}>{t('Keep it')}</Button>}
      </Group>
    </div>
  )
}
