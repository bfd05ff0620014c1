/** An application with rewritten modules, next to the one that was started on their earlier version. */
import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Reloads the modules as they are written now. */
export async function loadAnew({ engines }: TestApp): Promise<void> {
  const { isLoaded, report } = await engines.reload()
  expect(isLoaded, report).toBe(true)
}

/** Ends both, and removes the modules. */
export async function endRenewed(renewed: FastifyInstance, test: TestApp, folder: string): Promise<void> {
  await renewed.close()
  await test.stop()
  rmSync(folder, { recursive: true, force: true })
}
