/** npm run dev: rebuilds the server on change, serves the portal through Vite, reloads manifests. */
import { spawn } from 'node:child_process'

const children = [
  spawn('node', ['node_modules/typescript-7/bin/tsc', '-b', '-w', '--preserveWatchOutput', 'src/core', 'src/contract', 'src/server', 'tools', 'modules'], { stdio: 'inherit' }),
  spawn('node', ['--watch', '--watch-preserve-output', 'dist/src/server/main.js'], { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } }),
  spawn('npx', ['vite'], { stdio: 'inherit' }),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => children.forEach((child) => child.kill(signal)))
