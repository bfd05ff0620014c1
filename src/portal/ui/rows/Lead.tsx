import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './Rows.module.css'

export interface LeadProps<T> {
  row: T
  /** The address of a row; undefined if it has none. */
  pathOf?: ((row: T) => string | undefined) | undefined
  /** Opens a row that has no address. */
  onOpen?: ((row: T) => void) | undefined
  /** What stands beside the name, such as why the row is not active. */
  asideOf?: ((row: T) => ReactNode) | undefined
  className?: string | undefined
  children: ReactNode
}

/** What names a row, and opens it if anything does. */
export function Lead<T>({ row, pathOf, onOpen, asideOf, className = '', children }: LeadProps<T>) {
  const path = pathOf?.(row)
  const aside = asideOf?.(row)
  const named = `${classes.lead ?? ''} ${className}`
  const name = () => {
    if (path !== undefined) return <Link to={path} className={named}>{children}</Link>
    return onOpen ? <UnstyledButton className={named} onClick={() => onOpen(row)}>{children}</UnstyledButton> : <span className={named}>{children}</span>
  }
  return aside === undefined || aside === null || aside === false ? name() : <div className={classes.leads}>{name()}{aside}</div>
}
