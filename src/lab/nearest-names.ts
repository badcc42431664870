/** Letters that must be changed, added or taken away to make one text of another. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      const changed = (row[j] ?? 0) + (other[j] === letter ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** How far a name is from what was typed: nothing where that is a part of it. */
const farness = (typed: string, name: string): number => (name.includes(typed) ? 0 : distance(typed, name))

/** The names that somebody may have meant, the likeliest first; at most 100 letters of `typed` count. */
export const nearestNames = (typed: string, names: readonly string[], most = 3): string[] => {
  const text = typed.slice(0, 100).toLowerCase()
  return names
    .map((name) => ({ name, far: farness(text, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name)
}
