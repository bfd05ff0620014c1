import { createElement, Fragment, type ReactNode } from 'react'

/** Replaces rjsf's markdown package (vite.config.ts): a form's texts come from manifests and are plain. */
export function Markdown({ children }: { children?: ReactNode }) {
  return createElement(Fragment, null, children)
}
