import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin, type PluginOption, type UserConfig } from 'vite'
import { chunkGroups } from './tools/portal-chunks.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Packages and layers whose modules do nothing but export, whatever their package.json says: what a screen does not use stays out of its
 * bundle.
 */
const PURE = /node_modules\/(@rjsf\/|@x0k\/|@mantine\/|ajv|ajv-formats|lodash|lodash-es|es-toolkit|markdown-to-jsx|mantine-datatable|@tabler\/|@marcbachmann\/|jsonc-parser)|\/src\/(core|contract)\//

/**
 * What rjsf takes along without asking, for forms that we do not have: 17 kB of array editor, file input and native widgets in the
 * registry that each form starts from, 31 kB of markdown for descriptions, what resolves `$ref` (7 kB) and merges `allOf` (4 kB), what
 * chooses branches of a schema and computes its defaults (9 kB), and what compares values that refer to themselves (3 kB), all of the JavaScript of a card page after compression. rjsf's `fields`, `widgets` and `templates` add to the first, never replace it.
 */
const SLIM_RJSF = [
  { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: here('src/portal/form/plain/registry.ts') },
  { find: /^\.\/createSchemaUtils\.js$/, replacement: here('src/portal/form/plain/schema-utils.ts') },
  { find: /^markdown-to-jsx\/react$/, replacement: here('src/portal/form/plain/markdown.ts') },
  { find: /^fast-equals$/, replacement: here('src/portal/form/plain/equals.ts') },
  { find: /^fast-uri$/, replacement: here('src/portal/form/plain/uri.ts') },
]

/**
 * The table component brings choosing, filtering and paging of its own, which our lists do on the server: a list page is 15 kB smaller
 * without.
 */
const slimTable: Plugin = {
  name: 'slim-table',
  enforce: 'pre',
  resolveId: (id, importer) => (id === '@mantine/core' && importer?.includes('/mantine-datatable/') ? here('src/portal/pages/list/plain/mantine-parts.ts') : undefined),
}

/** A list and its frame place nothing over the page: they are 11 kB smaller without what computes that. */
const slimScrollArea: Plugin = {
  name: 'slim-scroll-area',
  enforce: 'pre',
  resolveId: (id, importer) => (id === '@floating-ui/react' && importer?.endsWith('/ScrollArea.mjs') ? here('src/portal/ui/plain/floating-parts.ts') : undefined),
}

/** Mantine changes the id of each input once it is mounted, which renders every input, select and button with a menu twice. */
const steadyIds: Plugin = {
  name: 'steady-ids',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/use-id.mjs') ? here('src/portal/ui/plain/use-id.ts') : undefined),
}

/** The browser's own regular expressions for the patterns of manifests; see there. */
const ownPatterns: Plugin = {
  name: 'own-patterns',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/linear-pattern.ts') ? here('src/core/document/browser-pattern.ts') : undefined),
}

/**
 * What the server alone asks of a type: rows as SQL conditions, redaction of records, reading what a client sent, what a command has to
 * load before it, the records that a document refers to, and fields that are read or computed anew.
 */
const SERVER_ONLY = /\/src\/core\/(access\/(translate-rows|row-conditions)|redaction\/project|document\/accept|manifest\/resolve\/recomputed-fields|rules\/(required-context|references|live-fields|first-values))\.ts$/

/** A type in the browser has no code for it: 9 kB of a card's JavaScript after compression. Whoever calls it there learns so. */
const serverOnly: Plugin = {
  name: 'server-only',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!SERVER_ONLY.test(id)) return undefined
    const names = [...code.matchAll(/^export (?:(class)|const|async function|function\*?) ?(\w+)/gm)]
    return { code: names.map(([, kind, name]) => (kind === 'class' ? `export class ${name} {}` : `export const ${name} = () => { throw new Error('Only the server can do this.') }`)).join('\n'), map: null }
  },
}

/** The class names of one of Mantine's components. */
const MANTINE_CLASSES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

/**
 * The styles of a component of Mantine come with its code, so that a screen waits for those of what it shows: an eighth of them on the
 * sign-in page.
 */
const ownStyles: Plugin = {
  name: 'own-styles',
  transform(code, id) {
    const component = MANTINE_CLASSES.exec(id)?.[1]
    return component === undefined ? undefined : { code: `import '@mantine/core/styles/${component}.layer.css'\n${code}`, map: null }
  },
}

/** Below this a compressed file saves nothing: it fits into one packet anyway. Bytes. */
const WORTH_COMPRESSING = 1024

/**
 * Effort of brotli (1 to 11) and gzip (1 to 9). The smallest files cost eight seconds of processor, which a build for the tests does
 * without.
 */
const COMPRESSION = { production: { brotli: 11, gzip: 9 }, test: { brotli: 4, gzip: 4 } }
let effort = COMPRESSION.production

/**
 * Lays a .br and a .gz beside each file: the server sends them as they are and compresses nothing itself. `vite build --mode test` spends
 * little on it.
 */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  configResolved: ({ mode }) => {
    effort = mode === 'test' ? COMPRESSION.test : COMPRESSION.production
  },
  async closeBundle() {
    const folder = here('dist/portal/assets')
    const names = (await readdir(folder)).filter((name) => /\.(m?js|css|svg)$/.test(name))
    await Promise.all(names.map(async (name) => {
      const file = join(folder, name)
      const bytes = await readFile(file)
      if (bytes.length < WORTH_COMPRESSING) return
      const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort.brotli } }), promisify(gzip)(bytes, { level: effort.gzip })])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }))
  },
}

/** Everything about the bundle but how it is divided into files. */
const BUNDLE = {
  root: here('src/portal'),
  publicDir: here('src/portal/public'),
  resolve: { alias: SLIM_RJSF },
  build: {
    outDir: here('dist/portal'),
    emptyOutDir: true,
    // tools/measure-bundles.ts reads it; the server does not serve dot folders.
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    // A data: address for a small asset would need a looser content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id: string, external: boolean) => external || id.endsWith('.css') || !PURE.test(id) },
    },
  },
} satisfies UserConfig

const plugins = (): PluginOption[] => [slimTable, slimScrollArea, steadyIds, ownPatterns, serverOnly, ownStyles, react()]

export default defineConfig(async ({ command }) => {
  const groups = command === 'build' ? await chunkGroups({ ...BUNDLE, plugins: plugins() }) : []
  return {
    ...BUNDLE,
    plugins: [...plugins(), compressed],
    build: { ...BUNDLE.build, rolldownOptions: { ...BUNDLE.build.rolldownOptions, output: { codeSplitting: { groups } } } },
    server: { port: Number(process.env.PORTAL_PORT ?? 5173), proxy: { '/api/v1': process.env.API_TARGET ?? `http://localhost:${process.env.PORT ?? 3000}` } },
  }
})
