import { Text } from '@mantine/core'
import { useRef } from 'react'
import { t } from '../../../core/index.ts'
import classes from './Overlays.module.css'
import type { Problem } from './overlay-text.ts'

const MIN_LINES = 12

interface OverlayEditorProps { text: string; problems: Problem[]; onChange: (text: string) => void }

/** The text of an overlay with line numbers. Each problem shows its line, code and path, and selects its place in the text. */
export function OverlayEditor({ text, problems, onChange }: OverlayEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const lines = Math.max(MIN_LINES, text.split('\n').length)
  const wrong = new Set(problems.map(({ line }) => line))
  const goTo = ({ from, to }: Problem) => {
    area.current?.focus()
    area.current?.setSelectionRange(from, to)
  }
  return (
    <div>
      <label className={classes.label} htmlFor="overlay-text">{t('Overlay')}</label>
      <div className={classes.editor} data-wrong={problems.length > 0 || undefined}>
        <div className={classes.gutter} aria-hidden>{Array.from({ length: lines }, (_, index) => <span key={index} data-wrong={wrong.has(index + 1) || undefined}>{index + 1}</span>)}</div>
        <textarea
          ref={area} id="overlay-text" className={classes.text} rows={lines} wrap="off" spellCheck={false} autoCapitalize="off" autoCorrect="off" data-autofocus
          aria-invalid={problems.length > 0} aria-describedby={problems.length > 0 ? 'overlay-problems' : undefined} value={text} onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {problems.length > 0 && (
        <div role="alert">
          <ol id="overlay-problems" className={classes.problems} aria-label={t('What is wrong')}>
            {problems.map((problem, index) => (
              <li key={index}>
                <button type="button" className={classes.place} onClick={() => goTo(problem)}>{t('Line {line}', { line: problem.line })}</button>
                <div>
                  <Text size="sm">{problem.message}</Text>
                  <Text size="xs" c="dimmed" className={classes.path ?? ''}>{[problem.code, problem.path].filter((part) => part !== '').join(' · ')}</Text>
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
