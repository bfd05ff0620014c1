import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { FunctionRegistry } from '../../src/core/index.ts'

const modules = path.resolve(import.meta.dirname, '../../modules')
const files = readdirSync(modules).map((module) => path.join(modules, module, 'functions', 'index.ts')).filter((file) => existsSync(file))
const found = await Promise.all(files.map(async (file) => (await import(file)) as { functions: FunctionRegistry }))

/** The functions of all modules, by name. */
export const functions = Object.assign({}, ...found.map((one) => one.functions)) as FunctionRegistry
