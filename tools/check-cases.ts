/** Runs the cases of every type of a catalogue; a failed case is reported like any other error of a manifest. */
import { createEngine } from '../src/core/index.ts'
import type { CaseOfFile, Catalogue, FunctionRegistry, ManifestIssue, SourceFile } from '../src/core/index.ts'
import { runCase } from './run-case.ts'

export interface CasesReport { count: number; issues: ManifestIssue[] }

/** @param cases by document type, as returned by loading. */
export function checkCases(catalogue: Catalogue, functions: FunctionRegistry, cases: Record<string, CaseOfFile[]>, sources: SourceFile[]): CasesReport {
  const engine = createEngine(catalogue, functions)
  const issues = Object.entries(cases).flatMap(([type, list]) => {
    if (!engine.has(type)) return []
    return list.flatMap((one) => runCase(engine, type, one).map((difference): ManifestIssue => ({
      code: 'E801', severity: 'error', file: one.file, ...placeOf(textOf(one.file, sources), one.name), path: `${one.index}.expect`,
      message: `"${one.name}": ${difference.what} is not as the case says.`, expected: JSON.stringify(difference.expected), seen: JSON.stringify(difference.seen),
    })))
  })
  return { count: Object.values(cases).flat().length, issues }
}

function textOf(file: string, sources: SourceFile[]): string {
  return sources.find(({ path, shownAs }) => (shownAs ?? path) === file)?.text ?? ''
}

function placeOf(text: string, name: string): { line: number; column: number } {
  const before = text.slice(0, Math.max(0, text.indexOf(JSON.stringify(name)))).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
