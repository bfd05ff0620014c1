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
  const taken = takenPort(error)
  if (taken !== undefined) return taken
  return EXPECTED.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}

/** A failure to listen, by the code of the system. */
function takenPort(error: Error & { code?: unknown; syscall?: unknown; port?: unknown }): string | undefined {
  if (error.syscall !== 'listen') return undefined
  if (error.code === 'EADDRINUSE') return `Port ${String(error.port)} is in use. Name another one in PORT, or stop the program that uses it.`
  if (error.code === 'EACCES') return `This user may not use port ${String(error.port)}. Name one above 1023 in PORT.`
  return undefined
}
