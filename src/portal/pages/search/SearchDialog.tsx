import { Loader, Modal, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { MIN_SEARCH_LENGTH, type SearchHit } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { homeQuery } from '../../api/home.ts'
import { searchQuery } from '../../api/search.ts'
import { cardPath, decisionPath, type Pages } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { recentRecords, type Recent } from '../../shell/recent.ts'
import { findDeeds, newDeeds, taskDeeds } from './find-deeds.ts'
import { findScreens, screensOf } from './find-screens.ts'
import type { FoundScreen } from './find-screens.ts'
import classes from './SearchDialog.module.css'
import { usePaused } from '../../ui/pause.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'

const MAX_SCREENS = 6
const MAX_DEEDS = 6
/** Of what is offered before anything is typed. */
const MAX_AT_FIRST = 4

/** One search result, whatever it leads to. */
interface Hit { id: string; path: string; title: string; text: string; icon: string; state?: Parameters<typeof StatusBadge>[0] }

/** Searches screens, actions and records by a few letters, operable by keyboard alone; before anything is typed it offers what needs the user, what they opened last, and new requests. Reopening it starts a new search. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isPhone = useIsPhone()
  const [{ wasOpen, times }, set] = useState({ wasOpen: false, times: 0 })
  if (isOpen !== wasOpen) set({ wasOpen: isOpen, times: isOpen ? times + 1 : times })
  return (
    <Modal opened={isOpen} onClose={onClose} centered={false} withCloseButton={false} padding={0} size={620} yOffset="10dvh" fullScreen={isPhone} aria-label={t('Search')} returnFocus>
      <Search key={times} onClose={onClose} isPhone={isPhone} />
    </Modal>
  )
}

function Search({ onClose, isPhone }: { onClose: () => void; isPhone: boolean }) {
  const { bootstrap, caption, user, company } = usePortal()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const asked = usePaused(text.trim(), 250)
  const records = useQuery(searchQuery(asked))
  const screens = useMemo(() => screensOf(bootstrap.menu, bootstrap.pages, caption), [bootstrap, caption])
  const isAsked = text.trim().length >= MIN_SEARCH_LENGTH
  const found = isAsked && asked.length >= MIN_SEARCH_LENGTH ? (records.data ?? []) : []
  const { data: home } = useQuery(homeQuery())
  const isEmpty = text.trim() === ''
  const tasks = home ? taskDeeds(home) : []
  const decided = new Set(found.map(({ type, key }) => `do/${type}/${key}`))
  const deeds = isEmpty ? [] : findDeeds([...tasks, ...(home ? newDeeds(home) : [])], text).filter(({ id }) => !decided.has(id)).slice(0, MAX_DEEDS)
  const groups: { title: string; hits: Hit[] }[] = [
    { title: t('Needs you'), hits: isEmpty ? tasks.slice(0, MAX_AT_FIRST) : [] },
    { title: t('Recent'), hits: isEmpty ? recentRecords(user.id, company.code).slice(0, MAX_AT_FIRST).map(ofRecent) : [] },
    { title: t('New request'), hits: isEmpty && home ? newDeeds(home) : [] },
    { title: t('Screens'), hits: findScreens(screens, text).slice(0, MAX_SCREENS).map(ofScreen) },
    { title: t('Actions'), hits: deeds },
    { title: t('Waiting for your decision'), hits: found.filter(({ waits }) => waits).map((hit) => ofRecord(hit, bootstrap.pages)) },
    { title: t('Records'), hits: found.filter(({ waits }) => !waits).map((hit) => ofRecord(hit, bootstrap.pages)) },
  ]
  const hits = groups.flatMap((group) => group.hits)
  const current = hits[Math.min(at, hits.length - 1)]
  const isWaiting = isAsked && (records.isFetching || asked !== text.trim())
  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.path)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(current)
    if (step === undefined || hits.length === 0) return
    event.preventDefault()
    setAt((Math.min(at, hits.length - 1) + step + hits.length) % hits.length)
  }
  return (
    <div className={classes.root} data-screen="shell.search">
      <div className={classes.head}>
        <TextInput
          className={classes.input ?? ''} variant="unstyled" size="md" autoFocus data-autofocus type="search" enterKeyHint="go" placeholder={t('Search screens and records')} aria-label={t('Search screens and records')}
          role="combobox" aria-expanded={hits.length > 0} aria-controls="search-hits" aria-activedescendant={current && `hit-${current.id}`} aria-autocomplete="list" autoComplete="off"
          leftSection={<Icon name="search" size={18} />} rightSection={isWaiting ? <Loader size={16} role="status" aria-label={t('Searching')} /> : null}
          value={text} onKeyDown={press}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
        />
        {isPhone && <button type="button" className={classes.cancel} onClick={onClose}>{t('Cancel')}</button>}
      </div>
      <div className={classes.hits} id="search-hits" role="listbox" aria-label={t('What was found')}>
        {groups.filter(({ hits: of }) => of.length > 0).map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <Text className={classes.group ?? ''} aria-hidden>{group.title}</Text>
            {group.hits.map((hit) => <HitRow key={hit.id} hit={hit} isCurrent={hit === current} onOpen={() => open(hit)} onPoint={() => setAt(hits.indexOf(hit))} />)}
          </div>
        ))}
      </div>
      <Text size="sm" c={records.isError && isAsked ? 'var(--dirisha-danger-fg)' : 'dimmed'} className={classes.note ?? ''} role="status">{noteOf({ isAsked, isWaiting, error: records.error, found: hits.length, isPhone })}</Text>
    </div>
  )
}

function HitRow({ hit, isCurrent, onOpen, onPoint }: { hit: Hit; isCurrent: boolean; onOpen: () => void; onPoint: () => void }) {
  return (
    <div id={`hit-${hit.id}`} role="option" aria-selected={isCurrent} className={classes.hit} onClick={onOpen} onPointerMove={() => !isCurrent && onPoint()}
      ref={(node) => {
        if (isCurrent) node?.scrollIntoView({ block: 'nearest' })
      }}>
      <span className={classes.icon}><Icon name={hit.icon} size={18} /></span>
      <span className={classes.words}>
        <Text span size="sm" fw={560} truncate display="block">{hit.title}</Text>
        {hit.text !== '' && <Text span size="xs" c="dimmed" truncate display="block">{hit.text}</Text>}
      </span>
      {hit.state && <StatusBadge {...hit.state} />}
    </div>
  )
}

function ofRecord({ type, key, title, text, state, waits }: SearchHit, pages: Pages): Hit {
  const path = (waits ? decisionPath(pages, type, key) : undefined) ?? cardPath(pages, type, key)
  return { id: `${type}/${key}`, path, title: key, text: [title, text].filter((one) => one !== '').join(' · '), icon: waits ? 'clipboard-check' : 'file-text', ...(state && { state }) }
}

function ofRecent({ path, key, title }: Recent): Hit {
  return { id: `recent/${path}`, path, title: key, text: title, icon: 'history' }
}

function ofScreen({ path, title, within, icon }: FoundScreen): Hit {
  return { id: path, path, title, text: within, icon }
}

/** The status text below the results. */
function noteOf({ isAsked, isWaiting, error, found, isPhone }: { isAsked: boolean; isWaiting: boolean; error: Error | null; found: number; isPhone: boolean }): string {
  if (isWaiting) return t('Searching…')
  if (isAsked && error) return t('Records could not be searched. {message}', { message: messageOf(error) })
  if (isAsked && found === 0) return t('Nothing was found. Try a number, a name or a word of the description.')
  if (!isAsked) return t('Two letters or more search your records too.')
  return isPhone ? t('{count} found.', { count: found }) : t('{count} found. Arrow keys choose, Enter opens.', { count: found })
}
