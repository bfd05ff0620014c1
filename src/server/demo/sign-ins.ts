import type { Demo } from './demo-file.ts'
import { DEMO_PASSWORD } from './demo-file.ts'

/** Formats the demo's sign-ins as a table for a terminal. */
export function signInsTable(demo: Demo): string {
  const rows = demo.users.filter((user) => user.about !== undefined).map((user) => [user.username ?? user.email, user.about ?? ''] as const)
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return [`Demo sign-ins. The password of each is ${DEMO_PASSWORD} unless it was changed:`, ...rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)].join('\n')
}
