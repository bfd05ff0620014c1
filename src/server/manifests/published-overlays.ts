/** Keeps the engines in step with the overlays that administrators publish through any process. */
import type { Services } from '../services.ts'
import { overlaysVersion, publishedOverlays } from '../store/settings/overlays.ts'

/** How soon a publication by another process is noticed. */
const LOOK_EVERY_MS = 10_000

/** Hands the published overlays to the engines. Resolves when they are in effect. */
export async function applyPublished({ database, engines }: Pick<Services, 'database' | 'engines'>): Promise<void> {
  await engines.publish(() => publishedOverlays(database.kysely))
}

/** Applies the published overlays now and whenever they change. Returns a function that stops following them. */
export async function followPublished(services: Pick<Services, 'database' | 'engines' | 'log'>): Promise<() => void> {
  let seen = await overlaysVersion(services.database.kysely)
  if (seen !== '0/0') await applyPublished(services)
  const look = async (): Promise<void> => {
    const version = await overlaysVersion(services.database.kysely)
    if (version === seen) return
    await applyPublished(services)
    seen = version
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => services.log.warn({ err: error }, 'the published overlays could not be read; the last ones stay in use'))
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
