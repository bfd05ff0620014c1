/** A disk of limited size, if this machine allows one to be created. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface SmallDisk {
  folder: string
  /** Takes all the remaining space, as another program would. */
  fill(): void
  /** Frees that space again. */
  free(): void
  remove(): void
}

const CHUNK = Buffer.alloc(65_536, 'x')

/** A disk in memory. Undefined if mounting is refused: it needs root, and in many containers is not possible at all. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'dirisha-test', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    for (let bytes = CHUNK.length; bytes >= 4_096;) {
      try {
        writeSync(descriptor, CHUNK, 0, bytes)
      } catch {
        bytes /= 2
      }
    }
  } finally {
    closeSync(descriptor)
  }
}
