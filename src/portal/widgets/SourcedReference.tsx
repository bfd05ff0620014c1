import { useEffect, useRef, useState } from 'react'
import { MIN_SOUGHT_LENGTH } from '../../contract/index.ts'
import type { Answer, Suggestion, SuggestionsAnswer, WireRecord } from '../../contract/index.ts'
import { useFormEnvironment } from '../form/environment.ts'
import { call, documentPath, messageOf } from '../sdk.ts'
import { ReferenceSelect } from './ReferenceSelect.tsx'
import type { WidgetProps } from './widget.ts'
import { usePaused } from '../ui/pause.ts'

/** Typing is let come to rest before a service is asked. */
const PAUSE = 400
const NONE: Suggestion[] = []

/** A record of a type that a service elsewhere finds records of: offered beside those that there are, and made one when it is chosen. */
export function SourcedReference(props: WidgetProps) {
  const { onChange, onComplaint } = props
  const { references } = useFormEnvironment()
  const type = props.field.ref?.to ?? ''
  const path = `${documentPath(type)}/suggestions`
  const [typed, setTyped] = useState('')
  const text = usePaused(typed.trim(), PAUSE)
  const [answer, setAnswer] = useState({ text: '', found: NONE })
  const [isSearching, setSearching] = useState(false)
  /** The server said that there is no service to ask. */
  const isSilent = useRef(false)

  useEffect(() => {
    if ([...text].length < MIN_SOUGHT_LENGTH || isSilent.current) return
    const aborter = new AbortController()
    const ask = async (): Promise<void> => {
      setSearching(true)
      // When it fails, the records that there are can be chosen all the same.
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

  /** Counts what was chosen: a slow answer to an earlier choice, or to one in a field that is gone, is not taken for the last. */
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
