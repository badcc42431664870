const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýcçnñsšzžAÁEÉIÍOÓUÚYÝCÇNÑSŠZŽ'].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [],
  ),
)
/** German is about this much longer than English, Tamil too. */
const LONGER = 0.35

const accented = (text: string): string => [...text].map((letter) => ACCENTED[letter] ?? letter).join('')

/** Whether a word at this place of a message is one of ICU's and not of the text: in braces, but in no option's braces. */
const isText = (depth: number): boolean => depth % 2 === 0

/** A message with accents on its words and a third longer, in ⟦brackets⟧; what is in braces stays. */
export const pseudoOf = (english: string): string => {
  let depth = 0
  const parts = english.split(/([{}])/).map((part) => {
    if (part === '{') depth += 1
    else if (part === '}') depth -= 1
    else if (isText(depth)) return accented(part)
    return part
  })
  const size = english.replaceAll(/[{}]/g, '').length
  return `⟦${parts.join('')}${'·'.repeat(Math.ceil(size * LONGER))}⟧`
}
