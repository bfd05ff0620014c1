/** A row that opens what it stands for wherever it is clicked, like the link in it. */
import type { MouseEvent } from 'react'

interface Opens { onClick: (event: MouseEvent<HTMLElement>) => void; onAuxClick: (event: MouseEvent<HTMLElement>) => void }

const MIDDLE = 1

/**
 * The handlers of a row: a click opens the record, one with Ctrl or the middle button opens it in another tab if it has an address. A click on a control does
 * what the control does, and selecting text opens nothing.
 */
export function opensOf(path: string | undefined, open: () => void): Opens {
  const openTab = () => void (path !== undefined && window.open(path, '_blank', 'noopener'))
  return {
    onClick: (event) => {
      if (isElsewhere(event) || isSelecting(event.currentTarget)) return
      if (path !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) openTab()
      else open()
    },
    onAuxClick: (event) => {
      if (event.button === MIDDLE && !isElsewhere(event)) openTab()
    },
  }
}

/** A click on a control in the row, or in a menu or dialog that belongs to the row and is drawn above the page. */
function isElsewhere({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return !(target instanceof Element) || !currentTarget.contains(target) || target.closest('a, button, input, label') !== null
}

function isSelecting(row: HTMLElement): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
}
