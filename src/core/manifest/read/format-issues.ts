import type { ManifestIssue } from '../../errors.ts'
import type { SourceFile } from './source-text.ts'

const WIDEST = 140

/** Formats issues for a terminal, each with its line of the file and a caret under the place. */
export function formatIssues(issues: ManifestIssue[], sources: SourceFile[]): string {
  const texts = new Map(sources.map((source) => [source.shownAs ?? source.path, source.text]))
  return issues.map((issue) => formatIssue(issue, texts.get(issue.file))).join('\n\n')
}

function formatIssue(issue: ManifestIssue, text: string | undefined): string {
  const head = `${issue.severity} ${issue.code} ${issue.file}:${issue.line}:${issue.column} ${issue.path}`.trimEnd()
  const details = [
    issue.expected === undefined ? undefined : `expected: ${issue.expected}`,
    issue.seen === undefined ? undefined : `seen: ${issue.seen}`,
    issue.suggestion === undefined ? undefined : `did you mean: ${issue.suggestion}`,
  ].filter((line) => line !== undefined)
  return [head, `  ${issue.message}`, ...frame(issue, text), ...details.map((line) => `  ${line}`)].join('\n')
}

function frame({ line, column }: ManifestIssue, text: string | undefined): string[] {
  const shown = text?.split('\n')[line - 1]
  if (shown === undefined) return []
  // A line wider than a terminal is cut so that the caret stays in view.
  const start = Math.max(0, column - WIDEST)
  const gutter = `  ${line} | `
  return [`${gutter}${shown.slice(start, start + WIDEST + 20).trimEnd()}`, `${' '.repeat(gutter.length - 2)}| ${' '.repeat(column - 1 - start)}^`]
}
