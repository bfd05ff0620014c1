/** The content of the modules' demo/*.json files: an organisation and the history of its documents. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject, Settings } from '../../core/index.ts'
import { modulesOf } from '../manifests/read-sources.ts'

export const DEMO_PASSWORD = 'Karibu-2026'

export interface DemoCompany { code: string; name: string; display_name?: string; currency?: string; time_zone?: string; logo?: string; windows_auth?: boolean }
export interface DemoUser {
  email: string; name: string; default_company: string; companies?: string[]; username?: string; employee?: string; gender?: string; roles?: string[]
  is_admin?: boolean; is_approver?: boolean; is_navuser?: boolean; portal_admin?: boolean
  /** Description in the list of demo sign-ins; people without one are not listed. */
  about?: string
}
/**
 * Values may use `{ "daysAgo": n }` for a date, with `"weekday": true` for the Monday after a weekend, `{ "monthsAgo": n }` for the first day of
 * a month, with `"end": true` for its last, or `{ "yearsAgo": n }` for that of a year or of its `month`, or its `day` of the month, and with `"as": "year"` for the year.
 * Negative numbers are in the future.
 */
export interface DemoRecords { company: string; type: string; values: JsonObject[] }
/** In the company's time zone. */
export interface DemoTime { daysAgo: number; time?: string }
export interface DemoStep { /** An action id, a decision, or `update` with the values to save as its input. */ do: string; /** Who does it; defaults to the story's own person. */ as?: string; at: DemoTime; input?: JsonObject }
/** A document's life: one person creates it, then others act on it, through the same API calls as the portal. */
export interface DemoStory { company: string; type: string; as: string; at: DemoTime; create: JsonObject; then?: DemoStep[] }
export interface Demo {
  companies: DemoCompany[]
  users: DemoUser[]
  /** By company. */
  settings: Record<string, Settings>
  records: DemoRecords[]
  stories: DemoStory[]
}

/** Reads and merges the demo data of all modules. */
export function readDemo(folders: string[]): Demo {
  const demo: Demo = { companies: [], users: [], settings: {}, records: [], stories: [] }
  for (const file of folders.flatMap(demoFiles)) {
    const part = JSON.parse(readFileSync(file, 'utf8')) as Partial<Demo>
    demo.companies.push(...(part.companies ?? []))
    demo.users.push(...(part.users ?? []))
    demo.records.push(...(part.records ?? []))
    demo.stories.push(...(part.stories ?? []))
    for (const [company, groups] of Object.entries(part.settings ?? {})) {
      const known = (demo.settings[company] ??= {})
      for (const [group, values] of Object.entries(groups)) known[group] = { ...known[group], ...values }
    }
  }
  return demo
}

function demoFiles(folder: string): string[] {
  return modulesOf(folder).flatMap((module) => {
    const demo = path.join(folder, module, 'demo')
    if (!existsSync(demo)) return []
    return readdirSync(demo).filter((name) => name.endsWith('.json')).sort().map((name) => path.join(demo, name))
  })
}
