const TICKED = ['checkbox', 'radio', 'button', 'submit']

/** Whether what has the focus takes letters for itself: a field, a menu, or anything in a dialog. Keys of the screen do nothing there. */
export function isTyping(): boolean {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return false
  if (focused instanceof HTMLInputElement) return !TICKED.includes(focused.type) || isInOverlay(focused)
  return focused.isContentEditable || focused.matches('textarea, select, [role=textbox], [role=combobox]') || isInOverlay(focused)
}

const isInOverlay = (element: Element): boolean => element.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
