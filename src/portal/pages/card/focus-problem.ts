import type { FieldIssue } from '../../../core/index.ts'

const FOCUSABLE = 'input, textarea, button, [tabindex]'
/** How long code or the server may take. */
const PATIENCE_MS = 15_000
/** A dialog moves the focus to its first field a moment after it is drawn; so long the right one has to keep it. Frames. */
const KEPT_FOR = 12
/** The part of the window above what sticks to its lower edge. */
const SEEN_FROM_TOP = 0.8

/** Moves the focus to the field of a problem, wherever it is on the screen: a closed section or line opens, a field of a line's dialog leads to its line. */
export function focusProblem(issue: FieldIssue | undefined): void {
  if (!issue) return
  openAround(issue.path)
  untilDone(() => focusNow(issue.path))
}

/** The same for who asked to be led there: the dialog of a line opens too. */
export function goToProblem(issue: FieldIssue): void {
  openAround(issue.path)
  requestAnimationFrame(() => {
    const dialogButton = elementOf(issue.path) ? null : dialogButtonOf(issue.path)
    dialogButton?.click()
    untilDone(dialogButton ? focusInDialog(issue.path) : () => focusNow(issue.path))
  })
}

/** Does it at each frame until it says that it is done, the person goes on by themselves, or patience ends. */
function untilDone(step: () => boolean): void {
  const until = performance.now() + PATIENCE_MS
  const person = new AbortController()
  for (const gesture of ['pointerdown', 'keydown'] as const) window.addEventListener(gesture, () => person.abort(), { capture: true, signal: person.signal })
  const next = (): void => {
    if (person.signal.aborted) return
    if (step() || performance.now() > until) person.abort()
    else requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

/** The dialog comes with its code, which may have to be fetched; it focuses its first field by itself. */
function focusInDialog(path: string): () => boolean {
  let kept = 0
  return () => {
    const field = elementOf(path)
    if (field !== null && document.activeElement === field) kept += 1
    else field?.focus()
    return kept > KEPT_FOR
  }
}

/** @returns whether it could: while the server is asked the fields take no focus; they do a moment after its answer. */
function focusNow(path: string): boolean {
  const found = elementOf(path) ?? lineOf(path) ?? document.querySelector<HTMLElement>('[data-summary]')
  if (found?.closest('[inert]')) return false
  found?.focus({ preventScroll: true })
  if (found) bringIntoView(found)
  return true
}

/** What can be seen from the top of the page is shown from there, under its heading; anything else stands in the middle. */
function bringIntoView(element: HTMLElement): void {
  const bottom = element.getBoundingClientRect().bottom + window.scrollY
  if (bottom < window.innerHeight * SEEN_FROM_TOP) window.scrollTo({ top: 0, behavior: 'smooth' })
  else element.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

function elementOf(path: string): HTMLElement | null {
  return path === '' ? null : document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
}

/** The button of the dialog that holds what is wrong in a line, or the line's first field. */
function lineOf(path: string): HTMLElement | null {
  const [array = '', index, inner] = path.split('.')
  const line = inner === undefined ? null : lineElement(array, index)
  return dialogButtonOf(path) ?? line?.querySelector<HTMLElement>(FOCUSABLE) ?? null
}

function dialogButtonOf(path: string): HTMLElement | null {
  const [array = '', index, inner] = path.split('.')
  return inner === undefined ? null : (lineElement(array, index)?.querySelector<HTMLElement>('[data-mark="wrong"] button') ?? null)
}

const lineElement = (array: string, index: string | undefined): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-lines="${CSS.escape(array)}"] [data-line="${Number(index)}"]`)

function openAround(path: string): void {
  if (elementOf(path)) return
  const [array = '', index, inner] = path.split('.')
  if (inner === undefined) return
  lineElement(array, index)?.querySelector<HTMLElement>('[aria-expanded="false"]:not(input)')?.click()
}
