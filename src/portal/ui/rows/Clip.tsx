import type { MouseEvent, ReactNode } from 'react'
import classes from './Rows.module.css'

/** A value on one line that ends in an ellipsis where it is too long; pointing at it then shows the whole text. */
export function Clip({ children }: { children: ReactNode }) {
  return <span className={classes.clip} onMouseEnter={revealWhole}>{children}</span>
}

function revealWhole({ currentTarget: text }: MouseEvent<HTMLElement>): void {
  text.title = text.scrollWidth > text.clientWidth ? text.textContent : ''
}
