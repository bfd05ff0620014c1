import { useEffect, useRef, useState } from 'react'
import { MIN_SOUGHT_LENGTH } from '../../contract/index.ts'
import type { Answer, Suggestion, SuggestionsAnswer, WireRecord } from '../../contract/index.ts'
import { useFormEnvironment } from '../form/environment.ts'
import { call, documentPath, messageOf } from '../sdk.ts'
import { ReferenceSelect } from './ReferenceSelect.tsx'
import type { WidgetProps } from './widget.ts'
import { usePaused } from '../ui/pause.ts'

/** Debounce before the service is asked, in milliseconds. */
const PAUSE = 400
const NONE: Suggestion[] = []

/**
 * A reference to a type for which an external service finds records: its results are offered with the existing records, and one is created
 * when selected.
 */
export function SourcedReference(props: WidgetProps) {
  const { onChange, onComplaint } = props
  const { references } = useFormEnvironment()
  const type = props.field.ref?.to ?? ''
  const path = `${documentPath(type)}/suggestions`
  const [typed, setTyped] = useState('')
  const text = usePaused(typed.trim(), PAUSE)
  const [answer, setAnswer] = useState({ text: '', found: NONE })
  const [isSearching, setSearching] = useState(false)
  /** The server reported that there is no service to ask. */
  const isSilent = useRef(false)

  useEffect(() => {
    if ([...text].length < MIN_SOUGHT_LENGTH || isSilent.current) return
    const aborter = new AbortController()
    const ask = async (): Promise<void> => {
      setSearching(true)
      // If it fails, existing records can still be selected.
      const { data } = await call<Answer<SuggestionsAnswer>>({ method: 'GET', path, query: { search: text }, signal: aborter.signal }).catch(() => ({ data: { offered: true, found: NONE } }))
      if (aborter.signal.aborted) return
      isSilent.current = !data.offered
      setAnswer({ text, found: data.found })
      setSearching(false)
    }
    void ask()
    return () => {
      aborter.abort()
      setSearching(false)
    }
  }, [type, path, text])

  /** Counts selections, so that a late response to an earlier selection, or in an unmounted field, is not taken for the last one. */
  const choices = useRef(0)
  useEffect(() => () => { choices.current += 1 }, [])
  const change: WidgetProps['onChange'] = (value) => {
    choices.current += 1
    setSearching(false)
    onChange(value)
  }
  const choose = async (key: string): Promise<void> => {
    const mine = ++choices.current
    setSearching(true)
    try {
      const { data } = await call<Answer<WireRecord>>({ method: 'POST', path, body: { search: answer.text, key } })
      references.add(type, data)
      if (mine !== choices.current) return
      onComplaint(undefined)
      onChange(key)
    } catch (error) {
      if (mine !== choices.current) return
      onComplaint(messageOf(error))
    }
    setSearching(false)
  }

  const isCurrent = typed.trim().toLowerCase().startsWith(answer.text.toLowerCase())
  return <ReferenceSelect {...props} onChange={change} sourced={{ found: isCurrent ? answer.found : NONE, isSearching, onSearch: setTyped, onChoose: (key) => void choose(key) }} />
}
