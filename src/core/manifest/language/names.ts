/** `orderLinesAPI` as `order-lines-api`. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replace(/_+/g, '-')
    .toLowerCase()
    .replace(/^-|-$/g, '')
}

/** `posting_date` and `postingDate` as `Posting Date`: the default caption of a field. */
export function humanise(name: string): string {
  return kebab(name)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
