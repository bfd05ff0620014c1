/** What the environment sets for the company, by its code as it stands in the variables' names, or for all that have nothing of their own; undefined when neither. */
export function ofCompany<T>(set: Record<string, T>, company: string): T | undefined {
  return set[company.toUpperCase().replace(/[^A-Z0-9]/g, '_')] ?? set['']
}
