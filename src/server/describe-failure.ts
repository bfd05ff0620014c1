/** What is reported of an error that ends the process: a sentence of what a person can mend, a stack of what nobody foresaw. */
import { ConfigError } from './config.ts'
import { hideIn } from './hide-secrets.ts'
import { ManifestError } from './manifests/engine-provider.ts'
import { OverlaysSetAside } from './manifests/strict-overlays.ts'
import { OperationError } from './operate/operation-error.ts'
import { DirectoryInUseError } from './store/directory-lock.ts'
import { NewerSchemaError } from './store/migrations.ts'
import { asUnusable } from './store/unusable.ts'

const EXPECTED = [OperationError, ConfigError, ManifestError, OverlaysSetAside, DirectoryInUseError, NewerSchemaError]

/** The text for whoever looks after the server, without its secrets. */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  return hideIn(textOf(error), secrets)
}

function textOf(error: unknown): string {
  const unusable = asUnusable(error)
  if (unusable !== undefined) return unusable.message
  if (!(error instanceof Error)) return String(error)
  return EXPECTED.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}
