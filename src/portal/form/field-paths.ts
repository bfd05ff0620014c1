/** Whether a path is the field itself or something in it. */
export function isWithin(field: string, path: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}
