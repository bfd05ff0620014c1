/** Reads the translations of the portal's and the server's texts: `texts/<language>.json` of the installation and of each module folder. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { isObject, type Json, type JsonObject, type Translation } from '../../core/index.ts'

/** The list that translations are made from; English is what the code says. */
const LIST = 'en.json'
const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** The translations of an installation: its own and those beside its modules. @throws Error that names everything wrong in them */
export function translationsOf({ root, modules }: { root: string; modules: readonly string[] }): Map<string, Translation> {
  return readTranslations([root, ...modules].map((folder) => path.join(folder, 'texts')))
}

/**
 * The translations in these folders by language; one that does not exist has none. A later folder adds texts to a language and replaces
 * those of an earlier one.
 * @throws Error that names every file and text with something wrong
 */
export function readTranslations(folders: readonly string[]): Map<string, Translation> {
  const found = new Map<string, Translation>()
  const problems: string[] = []
  for (const folder of folders.filter((one) => existsSync(one))) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json') && name !== LIST).sort()) {
      const place = path.join(folder, file)
      const language = path.basename(file, '.json')
      const texts = parse(readFileSync(place, 'utf8'))
      const wrong = texts === undefined ? ['it is not a JSON object'] : [...languageProblems(language), ...textProblems(texts)]
      problems.push(...wrong.map((one) => `${place}: ${one}`))
      if (wrong.length === 0) found.set(language, { language, texts: { ...found.get(language)?.texts, ...(texts as Translation['texts']) } })
    }
  }
  if (problems.length > 0) throw new Error(`The translations have errors:\n${problems.join('\n')}`)
  return found
}

function parse(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function languageProblems(language: string): string[] {
  try {
    return Intl.getCanonicalLocales(language)[0] === language ? [] : [`the name of the file is not a language as in “${String(Intl.getCanonicalLocales(language)[0])}”`]
  } catch {
    return ['the name of the file is not a language such as “sw” or “pt-BR”']
  }
}

function textProblems(texts: JsonObject): string[] {
  return Object.entries(texts).flatMap(([source, translation]) => {
    const known = new Set(placeholdersOf(source))
    const forms = typeof translation === 'string' ? { other: translation } : formsOf(translation)
    if (forms === undefined) return [`“${source}” is neither a text nor plural forms with “other”`]
    return Object.values(forms).flatMap((form) => placeholdersOf(form).filter((name) => !known.has(name) && name !== 'count').map((name) => `the translation of “${source}” has {${name}}, which the source has not`))
  })
}

function formsOf(value: Json): Record<string, string> | undefined {
  if (!isObject(value) || typeof value['other'] !== 'string') return undefined
  return Object.entries(value).every(([category, form]) => CATEGORIES.has(category) && typeof form === 'string') ? value as Record<string, string> : undefined
}

const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{([A-Za-z_][A-Za-z0-9_.]*)\}/g)].map(([, name = '']) => name)
