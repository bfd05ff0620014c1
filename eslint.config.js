import js from '@eslint/js'
import stylistic from '@stylistic/eslint-plugin'
import globals from 'globals'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'
import { docstringRule } from './tools/docstring-rule.js'

const restricted = [
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export: a file is found by the name of what it exports.' },
  { selector: "MemberExpression[object.meta.name='import'][property.name='glob']", message: 'import.meta.glob is invisible to the boundary check; collect module widgets in src/portal/widgets/registry.ts only.' },
]

/** What the window is about counts only what goes through these (src/portal/ui/work.ts). */
const uncounted = [
  { selector: "ImportSpecifier[imported.name='Suspense']", message: 'Use Later (ui/Later.tsx): the window is busy while its stand-in is shown.' },
  { selector: 'ImportSpecifier[imported.name=/^useDebounced/]', message: 'Use usePaused or pauseBefore (ui/pause.ts): the window is busy until they run.' },
]

/** The habits that all of the code keeps. Where a line breaks and what stands in columns is the writer's: nothing reformats the code. */
const layout = {
  '@stylistic/semi': ['error', 'never'],
  '@stylistic/quotes': ['error', 'single', { avoidEscape: true, allowTemplateLiterals: 'always' }],
  '@stylistic/jsx-quotes': ['error', 'prefer-double'],
  '@stylistic/indent': ['error', 2, { SwitchCase: 1, offsetTernaryExpressions: true }],
  '@stylistic/arrow-parens': ['error', 'always'],
  '@stylistic/arrow-spacing': 'error',
  '@stylistic/brace-style': ['error', '1tbs', { allowSingleLine: true }],
  '@stylistic/comma-spacing': 'error',
  '@stylistic/eol-last': 'error',
  '@stylistic/keyword-spacing': 'error',
  '@stylistic/no-multiple-empty-lines': ['error', { max: 1, maxBOF: 0, maxEOF: 0 }],
  '@stylistic/no-tabs': 'error',
  '@stylistic/no-trailing-spaces': 'error',
  '@stylistic/object-curly-spacing': ['error', 'always'],
  '@stylistic/padded-blocks': ['error', 'never'],
  '@stylistic/space-before-blocks': 'error',
  '@stylistic/space-infix-ops': 'error',
  '@stylistic/type-annotation-spacing': 'error',
}

export default ts.config(
  { ignores: ['dist/**', 'node_modules/**', 'data/**', '**/*.generated.ts', 'docs/**'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...restricted],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Documents are JSON: what is turned to text here is a plain value by its schema.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-nested-ternary': 'error',
      eqeqeq: ['error', 'smart'],
      'no-console': 'error',
    },
  },
  {
    files: ['src/portal/**/*.{ts,tsx}', 'modules/*/widgets/**/*.tsx'],
    languageOptions: { globals: globals.browser },
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['src/portal/**/*.{ts,tsx}', 'modules/*/widgets/**/*.tsx'],
    ignores: ['src/portal/ui/use-query-params.ts', 'src/portal/shell/use-page-key.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [{ name: 'react-router-dom', importNames: ['useSearchParams'], message: 'Use useQueryParams (ui/use-query-params.ts): of two changes in one moment the router keeps the second only.' }] }] },
  },
  {
    files: ['src/portal/**/*.{ts,tsx}', 'modules/*/widgets/**/*.tsx'],
    ignores: ['src/portal/ui/Later.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...restricted, ...uncounted] },
  },
  { files: ['**/*.{ts,tsx,js,cjs,mjs}'], plugins: { '@stylistic': stylistic }, rules: layout },
  {
    files: ['src/**/*.{ts,tsx}', 'tools/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/**/testing/**'],
    plugins: { local: { rules: { docstring: docstringRule } } },
    rules: { 'local/docstring': 'error' },
  },
  { files: ['src/portal/widgets/registry.ts'], rules: { 'no-restricted-syntax': ['error', restricted[0]] } },
  { files: ['vite.config.ts', 'vitest.config.ts', '**/*.config.{ts,js}', '**/*.js', '**/*.mjs', '**/*.cjs', 'src/portal/**/*.test.ts'], ...ts.configs.disableTypeChecked, rules: { ...ts.configs.disableTypeChecked.rules, 'no-restricted-syntax': 'off' }, languageOptions: { globals: { ...globals.node, ...globals.browser }, parserOptions: { project: null } } },
  // rjsf and its URI parser are replaced by modules of the shape that they import.
  { files: ['src/portal/form/plain/*.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['tools/**/*.ts', 'src/server/main.ts', 'tests/**/*.ts', 'src/**/*.test.ts'], rules: { 'no-console': 'off' } },
)
