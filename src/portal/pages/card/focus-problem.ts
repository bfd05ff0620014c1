import type { FieldIssue } from '../../../core/index.ts'

const FOCUSABLE = 'input, textarea, button, [tabindex]'

/** Moves the focus to the field of a problem, wherever it is on the screen: a closed section or line opens, a field of a line's dialog leads to its line. */
export function focusProblem(issue: FieldIssue | undefined): void {
  if (!issue) return
  openAround(issue.path)
  requestAnimationFrame(() => {
    const found = elementOf(issue.path) ?? lineOf(issue.path) ?? document.querySelector<HTMLElement>('[data-summary]')
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  })
}

function elementOf(path: string): HTMLElement | null {
  return path === '' ? null : document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
}

/** The button of the dialog that holds what is wrong in a line, or the line's first field. */
function lineOf(path: string): HTMLElement | null {
  const [array = '', index, inner] = path.split('.')
  const line = inner === undefined ? null : lineElement(array, index)
  return line?.querySelector<HTMLElement>('[data-mark="wrong"] button') ?? line?.querySelector<HTMLElement>(FOCUSABLE) ?? null
}

const lineElement = (array: string, index: string | undefined): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-lines="${CSS.escape(array)}"] [data-line="${Number(index)}"]`)

function openAround(path: string): void {
  if (elementOf(path)) return
  const [array = '', index, inner] = path.split('.')
  if (inner === undefined) return
  lineElement(array, index)?.querySelector<HTMLElement>('[aria-expanded="false"]:not(input)')?.click()
}
