/** Describes an error that ends the process: one sentence if an operator can fix it, a stack trace if it is unexpected. */
import { ConfigError } from './config.ts'
import { hideIn } from './hide-secrets.ts'
import { ManifestError } from './manifests/engine-provider.ts'
import { OverlaysSetAside } from './manifests/strict-overlays.ts'
import { OperationError } from './operate/operation-error.ts'
import { DirectoryInUseError } from './store/embedded/directory-lock.ts'
import { UnusableFolderError } from './store/embedded/embedded-folder.ts'
import { NewerSchemaError } from './store/schema/migrations.ts'
import { asUnusable } from './store/connection/unusable.ts'

const EXPECTED = [OperationError, ConfigError, ManifestError, OverlaysSetAside, DirectoryInUseError, UnusableFolderError, NewerSchemaError]

/** The text for the operator, without the installation's secrets. */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  return hideIn(textOf(error), secrets)
}

function textOf(error: unknown): string {
  const unusable = asUnusable(error)
  if (unusable !== undefined) return unusable.message
  if (!(error instanceof Error)) return String(error)
  return EXPECTED.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}
