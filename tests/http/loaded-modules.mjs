// On exit, writes which of the process's CommonJS modules are OpenTelemetry's to the file named by LOADED_MODULES.
import { writeFileSync } from 'node:fs'
import Module from 'node:module'

process.on('exit', () => writeFileSync(process.env.LOADED_MODULES, JSON.stringify(Object.keys(Module._cache).filter((name) => name.includes('@opentelemetry')))))
