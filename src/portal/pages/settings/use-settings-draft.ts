import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../../core/index.ts'
import { EXTRA_LINKS, IMAGES_GROUP, NAME_GROUP, PACKAGES, SITE_IMAGES } from '../../../contract/index.ts'
import type { SettingsAnswer, SiteImage, UpdateSettingsRequest } from '../../../contract/index.ts'
import type { ExtraLink, FieldIssue, Json, MenuPackage, Settings } from '../../../core/index.ts'
import { ApiError, messageOf } from '../../api/client.ts'
import { companiesQuery } from '../../api/companies.ts'
import { saveSettings } from '../../api/commands.ts'
import { bootstrapQuery, companyQuery, settingsQuery } from '../../api/queries.ts'
import { currentSession } from '../../api/session.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { endToasts, toast } from '../../ui/toasts.ts'
import { keepChanges, takeChanges, type KeptChanges } from './kept-changes.ts'
import { isSameArrangement, toArrangement } from './packages/arrangement.ts'

/** Pictures by name: a new file, or null to remove the saved one. */
export type Pictures = Partial<Record<SiteImage, File | null>>

export interface SettingsDraft {
  /** The field's value: changed, saved, or the module's default. */
  valueOf: (group: string, name: string) => Json | undefined
  change: (group: string, name: string, value: Json) => void
  packages: MenuPackage[]
  arrange: (packages: MenuPackage[]) => void
  extraLinks: ExtraLink[]
  changeLinks: (links: ExtraLink[]) => void
  pictures: Pictures
  /** Sets a new picture, null to remove the saved one, undefined to leave it. */
  picture: (name: SiteImage, file: File | null | undefined) => void
  displayName: string
  rename: (name: string) => void
  /** The number of settings that differ from the saved ones. */
  changes: number
  /** The same by group. */
  changesIn: Record<string, number>
  undo: () => void
  save: () => void
  isSaving: boolean
  /** The server's errors, by field. */
  issues: FieldIssue[]
  /** What another user saved since this page was loaded; saving again overwrites it. */
  overtaken: FieldIssue[]
}

/** What the user has changed: settings by group, the menu, its extra links, pictures and the company's name. */
interface Changed { groups: Settings; arranged: MenuPackage[] | undefined; links: ExtraLink[] | undefined; pictures: Pictures; name: string | undefined }

interface SettingsToSave { request: UpdateSettingsRequest; files: Partial<Record<SiteImage, File>> }

/** The unsaved changes of the settings screen. */
export function useSettingsDraft({ data, packages, extraLinks, revs, displayName }: SettingsAnswer): SettingsDraft {
  const { actor, company } = usePortal()
  const [kept] = useState(() => takeChanges(actor.id, company.code))
  const [groups, setGroups] = useState<Settings>(kept?.groups ?? {})
  const [arranged, setArranged] = useState<MenuPackage[]>()
  const [links, setLinks] = useState<ExtraLink[]>()
  const [pictures, setPictures] = useState<Pictures>({})
  const [name, setName] = useState<string | undefined>(kept?.name)
  // The revisions when the first change was made: the page's data may be refetched meanwhile.
  const [seen, setSeen] = useState<Record<string, number> | undefined>(kept?.seen)
  const [overtaken, setOvertaken] = useState<FieldIssue[]>([])
  const changed: Changed = { groups, arranged, links, pictures, name }
  const changesIn = countsOf(changed)
  useKeptChanges({ groups, name, seen }, kept !== undefined)

  const undo = () => {
    setGroups({})
    setArranged(undefined)
    setLinks(undefined)
    setPictures({})
    setName(undefined)
    setSeen(undefined)
    setOvertaken([])
  }
  const saving = useSaving({
    onSaved: undo,
    onOvertaken: (revs, issues) => {
      setSeen(revs)
      setOvertaken(issues)
    },
  })

  const save = () => {
    endToasts('refusal')
    saving.mutate(requestOf(changed, seen ?? revs))
  }
  const change = useCallback<SettingsDraft['change']>((group, name, value) => {
    setSeen((before) => before ?? revs)
    setGroups((before) => {
      const { [name]: _, ...others } = before[group] ?? {}
      const values = JSON.stringify(value) === JSON.stringify(data[group]?.[name]) ? others : { ...others, [name]: value }
      const { [group]: __, ...rest } = before
      return Object.keys(values).length === 0 ? rest : { ...rest, [group]: values }
    })
  }, [data, revs])
  const arrange = useCallback<SettingsDraft['arrange']>((next) => {
    setSeen((before) => before ?? revs)
    setArranged(isSameArrangement(next, packages) ? undefined : next)
  }, [packages, revs])
  const changeLinks = useCallback<SettingsDraft['changeLinks']>((next) => {
    setSeen((before) => before ?? revs)
    setLinks(JSON.stringify(next) === JSON.stringify(extraLinks) ? undefined : next)
  }, [extraLinks, revs])
  return {
    valueOf: (group, name) => (groups[group] !== undefined && name in groups[group] ? groups[group][name] : data[group]?.[name]),
    change,
    packages: arranged ?? packages,
    arrange,
    extraLinks: links ?? extraLinks,
    changeLinks,
    pictures,
    picture: (image, file) => {
      setSeen((before) => before ?? revs)
      setPictures(({ [image]: _, ...others }) => (file === undefined ? others : { ...others, [image]: file }))
    },
    displayName: name ?? displayName,
    rename: (next) => {
      setSeen((before) => before ?? revs)
      setName(next === displayName ? undefined : next)
    },
    changes: Object.values(changesIn).reduce((sum, count) => sum + count, 0),
    changesIn,
    undo,
    save,
    isSaving: saving.isPending,
    issues: saving.error instanceof ApiError && saving.error.code !== 'settings-changed' ? saving.error.errors : [],
    overtaken,
  }
}

/** Keeps unsaved changes for the user's return if another window moves this one to another company. */
function useKeptChanges(changes: KeptChanges, isRestored: boolean): void {
  const { actor, company } = usePortal()
  const unsaved = useRef<KeptChanges>({ groups: {} })
  useEffect(() => {
    unsaved.current = changes
  })
  useEffect(() => {
    if (isRestored) toast.info(t('Your unsaved changes were restored.'))
  }, [isRestored])
  useEffect(() => () => {
    // Another window switched this one to another company, or the session ended: there was no chance to ask whether to leave.
    if (currentSession()?.user.default_company !== company.code) keepChanges(actor.id, company.code, unsaved.current)
  }, [actor.id, company.code])
}

/** The request that saves. If another user saved meanwhile, `onOvertaken` gets the current revisions and what changed. */
function useSaving({ onSaved, onOvertaken }: { onSaved: () => void; onOvertaken: (revs: Record<string, number>, issues: FieldIssue[]) => void }): UseMutationResult<SettingsAnswer, Error, SettingsToSave> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, files }: SettingsToSave) => saveSettings(request, files),
    onSuccess: (answer) => {
      client.setQueryData(settingsQuery().queryKey, answer)
      onSaved()
      toast.success(answer.message || t('Settings saved.'))
      // Not awaited: the screen has the response, and is inert while it saves.
      void Promise.all([settingsQuery(), bootstrapQuery(), companyQuery(), companiesQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    },
    onError: async (error) => {
      toast.refusal(messageOf(error))
      if (!(error instanceof ApiError) || error.code !== 'settings-changed') return
      const fresh = await client.fetchQuery({ ...settingsQuery(), staleTime: 0 })
      onOvertaken(fresh.revs, error.errors)
    },
  })
}

/** The number of changes by group; the display name counts with the pictures. */
function countsOf({ groups, arranged, links, pictures, name }: Changed): Record<string, number> {
  const branding = Object.keys(pictures).length + (name === undefined ? 0 : 1)
  return {
    ...Object.fromEntries(Object.entries(groups).map(([group, values]) => [group, Object.keys(values).length])),
    ...(arranged !== undefined && { [PACKAGES]: 1 }), ...(links !== undefined && { [EXTRA_LINKS]: 1 }), ...(branding > 0 && { [IMAGES_GROUP]: branding }),
  }
}

/** The request with the revisions that the changes are based on, and the new pictures. */
function requestOf({ groups, arranged, links, pictures, name }: Changed, revs: Record<string, number>): SettingsToSave {
  const sent = [...Object.keys(groups), ...(arranged === undefined ? [] : [PACKAGES]), ...(links === undefined ? [] : [EXTRA_LINKS]), ...(Object.keys(pictures).length === 0 ? [] : [IMAGES_GROUP]), ...(name === undefined ? [] : [NAME_GROUP])]
  const removed = SITE_IMAGES.filter((image) => pictures[image] === null)
  const files = Object.fromEntries(Object.entries(pictures).filter(([, file]) => file !== null)) as SettingsToSave['files']
  const request: Record<string, unknown> = {
    ...groups, ...Object.fromEntries(removed.map((image) => [image, null])), ...(name !== undefined && { company_display_name: name }),
    ...(arranged !== undefined && { [PACKAGES]: toArrangement(arranged) }), ...(links !== undefined && { [EXTRA_LINKS]: links }), _revs: Object.fromEntries(sent.map((group) => [group, revs[group] ?? 0])),
  }
  return { request: request as UpdateSettingsRequest, files }
}
