/** What tells alerts of a vehicle apart, and the time that they take up, ms. `from` is the first fix that it rests on, `ended` null while it lasts. */
export type Spell = {
  readonly type: string
  readonly threshold: number
  readonly subject: string
  readonly began: number
  readonly from: number
  readonly ended: number | null
}

/** An alert that is stored. */
export type StoredSpell = Spell & { readonly isWithdrawn: boolean }

/** Which stored alert each found one is, those that are new, and the stored ones that were not found. */
export type Matched<TFound, TStored> = {
  readonly same: ReadonlyArray<{ readonly found: TFound; readonly stored: TStored }>
  /** `isKnown`: an alert of the same rule and subject was stored for some of its time. */
  readonly fresh: ReadonlyArray<{ readonly found: TFound; readonly isKnown: boolean }>
  readonly missing: readonly TStored[]
}

const groupOf = ({ type, threshold, subject }: Spell): string => `${type} ${threshold} ${subject}`

const overlap = (a: Spell, b: Spell): boolean =>
  a.from <= (b.ended ?? Number.POSITIVE_INFINITY) && b.from <= (a.ended ?? Number.POSITIVE_INFINITY)

const inGroups = <TSpell extends Spell>(spells: readonly TSpell[]): Map<string, TSpell[]> => {
  const groups = new Map<string, TSpell[]>()
  for (const spell of spells.toSorted((a, b) => a.began - b.began)) {
    const own = groups.get(groupOf(spell))
    if (own) own.push(spell)
    else groups.set(groupOf(spell), [spell])
  }
  return groups
}

/**
 * Compares the alerts of a vehicle that were found with those that are stored. The same type, threshold, subject and beginning are the
 * same alert; then one that takes up some of the same time, first of those that are not withdrawn. Only stored alerts for
 * which `isOpenTo` is true can be one that began at another time.
 */
export const matchAlerts = <TFound extends Spell, TStored extends StoredSpell>(
  found: readonly TFound[],
  stored: readonly TStored[],
  isOpenTo: (stored: TStored) => boolean = () => true,
): Matched<TFound, TStored> => {
  const same: Array<{ found: TFound; stored: TStored }> = []
  const fresh: Array<{ found: TFound; isKnown: boolean }> = []
  const missing: TStored[] = []
  const known = inGroups(stored)
  for (const [group, ours] of inGroups(found)) {
    const theirs = known.get(group) ?? []
    known.delete(group)
    const free = new Set(theirs)
    const moved: TFound[] = []
    for (const one of ours) {
      const exact = theirs.find(({ began }) => began === one.began)
      if (exact === undefined) moved.push(one)
      else {
        free.delete(exact)
        same.push({ found: one, stored: exact })
      }
    }
    for (const one of moved) {
      const near = theirs.filter((other) => isOpenTo(other) && overlap(one, other))
      const left = near.filter((other) => free.has(other))
      const match = left.find(({ isWithdrawn }) => !isWithdrawn) ?? left[0]
      if (match === undefined) fresh.push({ found: one, isKnown: near.length > 0 })
      else {
        free.delete(match)
        same.push({ found: one, stored: match })
      }
    }
    missing.push(...free)
  }
  for (const theirs of known.values()) missing.push(...theirs)
  return { same, fresh, missing }
}

/**
 * Which found alerts are the rest of a stored one, where the rules may know nothing of the time before `knownSince` (ms): an alert that
 * began before goes on with the first one of its type, threshold and subject that is found within its time. None where the rules
 * know everything (null).
 */
export const restsOf = <TFound extends Spell, TStored extends StoredSpell>(
  found: readonly TFound[],
  stored: readonly TStored[],
  knownSince: number | null,
): ReadonlyMap<TFound, TStored> => {
  const rests = new Map<TFound, TStored>()
  if (knownSince === null) return rests
  const groups = inGroups(found)
  for (const whole of stored) {
    if (whole.isWithdrawn || whole.began >= knownSince) continue
    const ours = groups.get(groupOf(whole)) ?? []
    if (ours.some(({ began }) => began === whole.began)) continue
    const rest = ours.find(({ from }) => from < (whole.ended ?? Number.POSITIVE_INFINITY))
    if (rest !== undefined) rests.set(rest, whole)
  }
  return rests
}
