/** Loaded when a dialog is first opened, or when the surrounding card is idle. */
export const loadLineDialog = () => import('./LineDialog.tsx')
