/** A user who administers the portal and also works in it has two menus: the administration, and their own. */
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { t } from '../../core/index.ts'
import type { ResolvedMenuEntry } from '../../core/index.ts'
import { firstPath } from './menu-path.ts'
import { usePortal } from './portal-context.ts'
import { entriesTo } from './trail.ts'

const ADMINISTRATION = 'administration'

export interface Area {
  /** The menu of the current area. */
  menu: ResolvedMenuEntry[]
  /** The entries that lead to the current screen, the outermost first. */
  chain: ResolvedMenuEntry[]
  /** The link to the other area, if there is one. */
  other: { label: string; path: string } | undefined
}

/** The menu of the area to which the current screen belongs. A screen in neither menu stays in the area from which it was opened. */
export function useArea(): Area {
  const { bootstrap, actor } = usePortal()
  const { pathname, search } = useLocation()
  const { menu, pages, administration: begin } = bootstrap
  const isOf = (area: ResolvedMenuEntry['area']) => menu.filter((entry) => entry.area === area)
  const [administration, own] = [isOf(ADMINISTRATION), isOf(undefined)]
  const hasBoth = begin !== null && actor.employee !== undefined && administration.length > 0 && own.length > 0
  const chain = useMemo(() => entriesTo(menu, pages, { pathname, search }), [menu, pages, pathname, search])
  const [here] = chain
  const [kept, keep] = useState(here?.area)
  const area = here === undefined ? kept : here.area
  if (area !== kept) keep(area)
  if (!hasBoth) return { menu, chain, other: undefined }
  const isAdministration = area === ADMINISTRATION
  const path = isAdministration ? firstPath(own, pages) : begin
  return {
    menu: isAdministration ? administration : own,
    chain,
    other: path === undefined ? undefined : { label: isAdministration ? t('My portal') : t('Admin Portal'), path },
  }
}
