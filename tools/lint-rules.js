/** The project's own lint rules (named `dirisha/…` in .oxlintrc.json). */
import path from 'node:path'
import { refusalOf } from './boundaries.js'
import { rawText } from './raw-texts.js'

/**
 * Requires a docstring on exported functions and classes. It contains what a caller needs and the signature does not show: units, what an
 * empty result means, what is thrown, the statute or RFC that a rule comes from.
 */
const docstring = {
  meta: { type: 'suggestion', schema: [], messages: { missing: 'Add a docstring (/** … */): what "{{name}}" is for and what its signature does not show.' } },
  create({ filename, sourceCode, report }) {
    // The name of a component describes what it renders.
    const isComponent = (name) => filename.endsWith('.tsx') && /^[A-Z]/.test(name)
    const isSaid = (node) => sourceCode.getCommentsBefore(node).some(({ type, value }) => type === 'Block' && value.startsWith('*'))
    // Overloads follow each other: the docstring of the first applies to all.
    const isOverload = (node, name) => node.parent.body[node.parent.body.indexOf(node) - 1]?.declaration?.id?.name === name
    const namesIn = (declaration) => {
      if (/^(TSDeclareFunction|FunctionDeclaration|ClassDeclaration)$/.test(declaration?.type)) return [declaration.id.name]
      const functions = (declaration?.declarations ?? []).filter(({ init }) => /^(ArrowFunctionExpression|FunctionExpression|ClassExpression)$/.test(init?.type))
      return functions.map(({ id }) => id.name)
    }
    return {
      ExportNamedDeclaration(node) {
        if (isSaid(node)) return
        for (const name of namesIn(node.declaration)) if (!isComponent(name) && !isOverload(node, name)) report({ node, messageId: 'missing', data: { name } })
      },
    }
  },
}

/** Enforces the import directions (boundaries.js), of types too. */
const boundary = {
  meta: { type: 'problem', schema: [], messages: { refused: '{{name}}: {{message}}' } },
  create({ filename, report }) {
    const file = path.relative(path.resolve(import.meta.dirname, '..'), filename).split(path.sep).join('/')
    const look = ({ source }) => {
      const refusal = typeof source?.value === 'string' ? refusalOf(file, source.value) : undefined
      if (refusal !== undefined) report({ node: source, messageId: 'refused', data: { name: refusal.name, message: refusal.message } })
    }
    return { ImportDeclaration: look, ExportNamedDeclaration: look, ExportAllDeclaration: look, ImportExpression: look, TSImportType: look }
  },
}

const refusing = (message, visitor) => ({ meta: { type: 'suggestion', schema: [], messages: { refused: message } }, create: ({ report }) => visitor((node) => report({ node, messageId: 'refused' })) })

const namedExport = refusing('Use a named export: a file is found by the name of what it exports.', (refuse) => ({ ExportDefaultDeclaration: refuse }))

const noGlob = refusing('import.meta.glob is invisible to the boundary check; collect module widgets in src/portal/widgets/registry.ts only.', (refuse) => ({
  MemberExpression(node) {
    if (node.object.type === 'MetaProperty' && node.object.meta.name === 'import' && node.property.name === 'glob') refuse(node)
  },
}))

/** The window's busy state covers only waiting through the project's own helpers (src/portal/ui/work.ts). */
const importsNo = (isRefused, message) => refusing(message, (refuse) => ({
  ImportSpecifier(node) {
    if (isRefused(node.imported.name)) refuse(node)
  },
}))
const noSuspense = importsNo((name) => name === 'Suspense', 'Use LazyBoundary (ui/LazyBoundary.tsx): the window is busy while its fallback is shown.')
const noDebounced = importsNo((name) => name?.startsWith('useDebounced') === true, 'Use usePaused or pauseBefore (ui/pause.ts): the window is busy until they run.')

export default {
  meta: { name: 'dirisha' },
  rules: { boundary, docstring, 'named-export': namedExport, 'no-glob': noGlob, 'no-suspense': noSuspense, 'no-debounced': noDebounced, 'raw-text': rawText },
}
