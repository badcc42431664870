/**
 * The form in which names that decide who or what one is are compared: user, e-mail address, company, registration. The
 * letters A to Z count as a to z, and no other character becomes one of them: `toLowerCase` makes the Kelvin sign (U+212A) a
 * k, and a Unicode normal form a Latin letter of a full-width one. Surrounding blanks count.
 */
export const comparedName = (name: string): string =>
  name.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())

/** Whether two names are the same one. */
export const isSameName = (a: string, b: string): boolean => comparedName(a) === comparedName(b)
