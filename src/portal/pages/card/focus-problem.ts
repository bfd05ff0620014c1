import type { FieldIssue } from '../../../core/index.ts'

// oxlint-disable-next-line dirisha/raw-text -- a selector
const FOCUSABLE = 'input, textarea, button, [tabindex]'
/** The longest wait for code or the server, in milliseconds. */
const PATIENCE_MS = 15_000
/** A dialog focuses its first field a moment after it renders, so the right field must hold the focus for this many frames. */
const KEPT_FOR = 12
/** The fraction of the window that sticky elements at the bottom do not cover. */
const SEEN_FROM_TOP = 0.8

/**
 * Focuses the field of an error anywhere on the screen: opens a collapsed section or line; for a field in a line's dialog, focuses its
 * line.
 */
export function focusProblem(issue: FieldIssue | undefined): void {
  if (!issue) return
  openAround(issue.path)
  untilDone(() => focusNow(issue.path))
}

/** The same for a user who clicked the error: also opens a line's dialog. */
export function goToProblem(issue: FieldIssue): void {
  openAround(issue.path)
  requestAnimationFrame(() => {
    const dialogButton = elementOf(issue.path) ? null : dialogButtonOf(issue.path)
    dialogButton?.click()
    untilDone(dialogButton ? focusInDialog(issue.path) : () => focusNow(issue.path))
  })
}

/** Repeats the step on each frame until it returns true, the user acts, or the time is up. */
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

/** The dialog's code may still have to load, and the dialog first focuses its own first field. */
function focusInDialog(path: string): () => boolean {
  let kept = 0
  return () => {
    const field = elementOf(path)
    if (field !== null && document.activeElement === field) kept += 1
    else field?.focus()
    return kept > KEPT_FOR
  }
}

/** @returns whether it succeeded: fields cannot take the focus while a call runs, only a moment after its response. */
function focusNow(path: string): boolean {
  const found = elementOf(path) ?? lineOf(path) ?? document.querySelector<HTMLElement>('[data-summary]')
  // The list of errors may still have to load.
  if (found === null || found.closest('[inert]')) return false
  found.focus({ preventScroll: true })
  bringIntoView(found)
  return true
}

/** Scrolls to the top if the element is visible from there, under its heading; otherwise centres the element. */
function bringIntoView(element: HTMLElement): void {
  const bottom = element.getBoundingClientRect().bottom + window.scrollY
  if (bottom < window.innerHeight * SEEN_FROM_TOP) window.scrollTo({ top: 0, behavior: 'smooth' })
  else element.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

function elementOf(path: string): HTMLElement | null {
  return path === '' ? null : document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
}

/** The button of the dialog that contains the error in a line, or the line's first field. */
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
