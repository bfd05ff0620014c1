/** Maximum length of a misspelt name; a longer text is not a name, and would take long to compare. */
const MAX_NAME_LENGTH = 200

/** The known name nearest to a misspelt one, if it is near enough to be meant. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined
  const limit = Math.max(1, Math.floor(name.length / 3))
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(limit, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** The edit distance between two words: insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
