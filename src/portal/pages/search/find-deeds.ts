import { t } from '../../../core/index.ts'
import type { HomeAnswer } from '../../../contract/index.ts'

/** Something that can be done from the search: a task, or a new document. */
export interface Deed { id: string; path: string; title: string; text: string; icon: string; state?: { label: string; tone: HomeAnswer['tasks'][number]['state']['tone'] } }

/** The tasks of the user, the most urgent first. */
export function taskDeeds({ tasks }: HomeAnswer): Deed[] {
  return tasks.map(({ kind, action, type, key, title, text, amount, person, path, state }) => ({
    id: `do/${type}/${key}`, path, title: `${kind === 'draft' ? t('Continue') : action} ${key}`, text: [title, text, amount, person].filter((one) => one !== null && one !== '').join(' · '), icon: 'bolt', state,
  }))
}

/** The documents that the user may create. */
export function newDeeds({ shortcuts }: HomeAnswer): Deed[] {
  return shortcuts.map(({ type, title, icon, path }) => ({ id: `new/${type}`, path, title: t('New {title}', { title }), text: '', icon }))
}

/** The deeds that contain every word of the text. */
export function findDeeds(deeds: Deed[], text: string): Deed[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return deeds.filter(({ title, text: more }) => words.every((word) => `${title} ${more}`.toLowerCase().includes(word)))
}
