/** An application whose modules were written anew, beside the one that was started on them as they were before. */
import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Loads the modules as they are written now. */
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
